# The image of the command line. Its build context is the folder `bundle` of the npm package.
# Dependabot updates the digest, which is that of the list of all platforms.
FROM node:24-alpine@sha256:d32cdf619f63fe0471182d08996dd516c6275bb5fd31ae06e55a570bd9e1ad43
COPY startup-order.js /startup-order.js
USER 65532:65532
# By default a KRM function, as kpt runs it.
ENTRYPOINT ["node", "/startup-order.js"]
CMD ["order"]

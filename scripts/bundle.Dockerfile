# The image of the command line. Its build context is the folder `bundle` of the npm package.
FROM node:24-alpine
COPY startup-order.js /startup-order.js
USER 65532:65532
# By default a KRM function, as kpt runs it.
ENTRYPOINT ["node", "/startup-order.js"]
CMD ["order"]

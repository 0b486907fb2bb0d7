# The image of the command line. Its build context is the folder `bundle` of the npm package.
FROM node:24-alpine
COPY startup-order.js /startup-order.js
USER 65532:65532
ENTRYPOINT ["node", "/startup-order.js"]

# syntax=docker/dockerfile:1
# docs/operations/containers.md says how the images are run.

ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-trixie-slim AS build
# Where the image has it, too: Node keeps what V8 compiled under the path of a file.
WORKDIR /purser
COPY package.json package-lock.json ./
COPY dashboard/package.json dashboard/
# The build needs no package's install script: esbuild and the others come as binaries.
RUN npm ci --ignore-scripts
COPY . .
# The history is not copied: what `purser_info` shows.
ARG PURSER_REVISION
RUN npm run build && npm run --silent sbom && mkdir -m 777 dist/compiled
# As the user of the image, for each of whom Node keeps its own.
USER 65532
RUN NODE_COMPILE_CACHE=dist/compiled node -e "require('./dist/bundle.cjs')" && chmod -R a+rX dist/compiled

# The stand-in of the provider: `docker build --target sandbox`.
FROM build AS sandbox
USER node
EXPOSE 4010
ENTRYPOINT ["node", "build/sandbox/main.js"]

# glibc, certificates and an unprivileged user; no shell, no package manager.
FROM gcr.io/distroless/cc-debian13:nonroot AS purser
# The Node that built it: what V8 compiled is good for that version and architecture alone.
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /purser
COPY --from=build /purser/package.json /purser/LICENSE /purser/dist/sbom.cdx.json ./
COPY --from=build /purser/dist/main.js /purser/dist/*.cjs dist/
COPY --from=build /purser/dist/commands dist/commands
COPY --from=build /purser/dist/dashboard dist/dashboard
COPY --from=build /purser/dist/compiled dist/compiled
ARG PURSER_REVISION
LABEL org.opencontainers.image.title=Purser org.opencontainers.image.licenses=MIT org.opencontainers.image.revision=$PURSER_REVISION
# Apollo's integration of Express parses addresses in a way that Node 24 deprecates, and says so in two lines that are no JSON.
ENV NODE_ENV=production NODE_OPTIONS="--disable-warning=DEP0169 --max-semi-space-size=8" MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=65536
EXPOSE 3000
# Ready, not merely alive: what is started after it wants it to answer.
HEALTHCHECK --interval=10s --timeout=3s --start-period=70s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/main.js"]

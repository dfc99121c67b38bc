# syntax=docker/dockerfile:1
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /tessera
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
# Not `npm ci`: docs/decisions/0007.
RUN npm install --no-save --no-audit --no-fund
COPY . .
RUN npm run build

FROM ${NODE_IMAGE} AS runtime
WORKDIR /tessera
ENV NODE_ENV=production NEXT_MANUAL_SIG_HANDLE=1 HOSTNAME=0.0.0.0 PORT=3000
COPY --from=build /tessera/.next/standalone ./
COPY --from=build /tessera/prisma/migrate.mjs ./prisma/migrate.mjs
COPY --from=build /tessera/prisma/application-role.mjs ./prisma/application-role.mjs
COPY --from=build /tessera/prisma/migrations ./prisma/migrations
# Where a volume of feeds may stand (TESSERA_FEEDS_FOLDER).
RUN mkdir /feeds && chown node:node /feeds
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.js"]

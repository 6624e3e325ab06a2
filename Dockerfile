# The marketplace as a container: docker build -t mkt-marketplace .
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN node scripts/build.mjs \
  && scripts/pnpm/node_modules/.bin/pnpm --filter @mkt/marketplace --prod --legacy deploy /app

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app .
# The embedded database, unless the marketplace runs on Postgres: mount a volume here.
RUN install -d -o 1000 -g 1000 -m 700 /data
VOLUME /data
# The user node, by its number: Kubernetes' runAsNonRoot cannot tell who a name is.
USER 1000:1000
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8787/readyz', { signal: AbortSignal.timeout(3000) }).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/mkt-marketplace.js"]
CMD ["serve", "--host", "0.0.0.0", "--data", "/data"]

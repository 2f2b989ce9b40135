# PocketBase has no image of its own. Takes the official program, and checks it against the release's checksums.
# A data folder of 0.22 needs VERSION=0.22.52: a newer program upgrades it for good.
FROM alpine:3.22 AS fetch
ARG VERSION=0.40.6
ARG TARGETARCH=amd64
WORKDIR /fetch
ADD https://github.com/pocketbase/pocketbase/releases/download/v${VERSION}/pocketbase_${VERSION}_linux_${TARGETARCH}.zip ./
ADD https://github.com/pocketbase/pocketbase/releases/download/v${VERSION}/checksums.txt ./
RUN grep "  pocketbase_${VERSION}_linux_${TARGETARCH}.zip\$" checksums.txt > sum \
  && sha256sum -c sum \
  && unzip "pocketbase_${VERSION}_linux_${TARGETARCH}.zip" pocketbase

FROM alpine:3.22
RUN apk add --no-cache ca-certificates \
  && adduser -D -u 1000 pocketbase \
  && install -d -o pocketbase /pb_data
COPY --from=fetch /fetch/pocketbase /usr/local/bin/pocketbase
USER pocketbase
VOLUME /pb_data
EXPOSE 8090
# Not /api/health, which PocketBase 0.23 and newer log each time.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD wget -q -O /dev/null http://127.0.0.1:8090/_/
CMD ["pocketbase", "serve", "--http=0.0.0.0:8090", "--dir=/pb_data", "--automigrate=0"]

# The steps live in docker/*.sh, which CI runs without Docker.
FROM maven:3-eclipse-temurin-25 AS build
WORKDIR /src
COPY pom.xml ./
COPY src/main src/main
COPY docker docker
RUN docker/build-jar.sh && docker/build-image.sh /image

FROM gcr.io/distroless/base-debian12:nonroot
COPY --from=build /image/ /
# The two arenas of malloc that two cores keep busy; glibc's eight for each core of the node would each keep what it once held.
ENV MALLOC_ARENA_MAX=2
USER 65534:65534
EXPOSE 7080 7081
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["/opt/nearcache/java/bin/java", "@/opt/nearcache/probe.options", "-jar", "/opt/nearcache/nearcache.jar", "healthcheck"]
ENTRYPOINT ["/opt/nearcache/java/bin/java", "@/opt/nearcache/serve.options", "-jar", "/opt/nearcache/nearcache.jar"]
CMD ["serve", "--config=/etc/nearcache/config.yaml"]

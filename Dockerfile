# The worker as an image: make image. See docs/deploying.md.
#
# Where the package index is behind a mirror, hand pip's configuration and the CA bundle over as
# secrets, which stay in no layer. In the first, `cert = /run/secrets/ca` names the second.
#   docker build --secret id=pip,src=pip.conf --secret id=ca,src=ca.pem .

ARG PYTHON=python:3.12-slim

FROM ${PYTHON} AS build
# bedrock, vertex, or both with a space between: Claude through a cloud.
ARG EXTRAS=""
WORKDIR /build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore
RUN python -m venv /opt/reflection-worker
COPY requirements.lock pyproject.toml deploy/image/install.py ./
RUN --mount=type=secret,id=pip,target=/etc/pip.conf --mount=type=secret,id=ca \
    python install.py build && /opt/reflection-worker/bin/python install.py run ${EXTRAS}
COPY README.md LICENSE ./
COPY sql sql
COPY migrations migrations
COPY worker worker
RUN pip wheel --quiet --no-index --no-deps --no-build-isolation --wheel-dir dist . \
 && /opt/reflection-worker/bin/pip install --quiet --no-index --no-deps --no-compile dist/*.whl \
 && /opt/reflection-worker/bin/pip uninstall --quiet --yes pip
# The root of the container is read-only, and a tick without bytecode would compile all it imports,
# every hour. Unchecked: nothing here changes, and a registry may reset the times of files.
RUN python -m compileall -q -j 0 --invalidation-mode unchecked-hash /opt/reflection-worker

FROM ${PYTHON}
# The base image ships its standard library without bytecode too.
RUN python -m compileall -q -j 0 --invalidation-mode unchecked-hash \
      -x '/(site-packages|ensurepip|idlelib|lib2to3|tkinter|turtledemo)/' \
      "$(python -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')" \
 && echo 'worker:x:10001:10001:reflection-worker:/tmp:/sbin/nologin' >> /etc/passwd \
 && echo 'worker:x:10001:' >> /etc/group
COPY --from=build /opt/reflection-worker /opt/reflection-worker
ENV PATH=/opt/reflection-worker/bin:$PATH HOME=/tmp PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
ARG VERSION
ARG REVISION
LABEL org.opencontainers.image.title="reflection-worker" \
      org.opencontainers.image.description="Turns settled chat threads on Postgres into durable memory." \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
USER 10001:10001
# The exec form: SIGTERM reaches the worker itself, which releases its claim.
ENTRYPOINT ["reflection-worker"]
CMD ["drain"]

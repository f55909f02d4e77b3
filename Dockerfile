# The workbench, the agents' door and health in one image; the model is inside and nothing is fetched at run time.
FROM python:3.11.14-slim-bookworm AS packages
# Where the CPU build of torch comes from; the default build brings gigabytes of GPU libraries along.
ARG TORCH_INDEX=https://download.pytorch.org/whl/cpu
ENV PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /build
COPY requirements.txt .
RUN python -m venv /opt/venv
RUN grep -o '^torch==[0-9.]*' requirements.txt > torch.txt && \
    /opt/venv/bin/pip install --index-url "$TORCH_INDEX" -r torch.txt
RUN /opt/venv/bin/pip install -r requirements.txt

FROM python:3.11.14-slim-bookworm
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HF_HUB_OFFLINE=1 \
    RECORD_HOME=/data \
    DOORS_HOST=0.0.0.0 \
    DOORS_PORT=8501
COPY --from=packages /opt/venv /opt/venv
WORKDIR /app
COPY .streamlit/config.toml .streamlit/config.toml
COPY app.py ./
COPY counting counting
COPY store store
COPY pages pages
COPY doors doors
COPY corpus corpus
# Loads the model and checks its sha256, so that an image without it cannot be built.
RUN python -c "from store.index.embedder import load_embedder; load_embedder()"
RUN useradd --system --uid 10001 --create-home workbench && \
    install --directory --owner=workbench /data
USER 10001
VOLUME /data
EXPOSE 8501
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --retries=4 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f\"http://127.0.0.1:{os.environ['DOORS_PORT']}/health/live\", timeout=8)"]
CMD ["python", "-m", "doors.serve"]

/** The only example with a compose file. */
export const COMPOSE_EXAMPLE = 'A compose file and the manifests of kompose';

/** The texts to begin with. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  'A web server and its database proxy': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
      annotations:
        # Who needs whom: the form below edits this annotation.
        cdk8s-startup-order.github.io/depends-on: '{"web": ["proxy"]}'
    spec:
      containers:
        - name: web
          image: example.com/web:1.4
          command: ["/web", "--database=127.0.0.1:5432"]
          ports:
            - containerPort: 8080
        - name: proxy
          image: example.com/sql-proxy:2.11
          args: ["--port=5432"]
          readinessProbe:
            httpGet:
              path: /readiness
              port: 9090
`,
  'A job with a sidecar and a migration': `apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  template:
    metadata:
      annotations:
        cdk8s-startup-order.github.io/depends-on: '{"migrate": ["vpn"], "import": {"migrate": {"condition": "completed"}}}'
    spec:
      restartPolicy: Never
      initContainers:
        - name: vpn
          restartPolicy: Always
          image: example.com/vpn:1.2
          readinessProbe:
            tcpSocket:
              port: 1194
      containers:
        - name: import
          image: example.com/import:3.0
          command: ["/import"]
        - name: migrate
          image: example.com/import:3.0
          command: ["/migrate", "--up"]
`,
  'A pod that waits by hand': `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  containers:
    - name: cache
      image: example.com/redis:7.4
      readinessProbe:
        tcpSocket:
          port: 6379
    - name: shop
      image: example.com/shop:5.1
      command: ["sh", "-c", "sleep 15; exec /shop"]
`,
  'An object beside a chart of someone else': `apiVersion: cdk8s-startup-order.github.io/v1alpha1
kind: StartupOrder
metadata:
  name: blog
spec:
  workloads:
    - kind: Deployment
      name: blog
  containers:
    blog:
      dependsOn: [proxy]
    proxy:
      readyWhen:
        httpGet: { path: /ready, port: 9901 }
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: blog
spec:
  selector:
    matchLabels: { app: blog }
  template:
    metadata:
      labels: { app: blog }
    spec:
      containers:
        - name: blog
          image: example.com/blog:6.2
        - name: proxy
          image: example.com/proxy:1.30
`,
  [COMPOSE_EXAMPLE]: `# The output of: docker compose config
services:
  api:
    image: example.com/api:7
    labels: { kompose.service.group: shop }
    depends_on:
      db: { condition: service_healthy }
      migrate: { condition: service_completed_successfully }
  db:
    image: example.com/postgres:17
    labels: { kompose.service.group: shop }
    healthcheck:
      test: [CMD, pg_isready, -U, shop]
      interval: 5s
  migrate:
    image: example.com/api:7
    labels: { kompose.service.group: shop }
    command: [/migrate]
---
# The output of: kompose convert --stdout
apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  selector:
    matchLabels: { io.kompose.service: shop }
  template:
    metadata:
      labels: { io.kompose.service: shop }
    spec:
      containers:
        - name: api
          image: example.com/api:7
        - name: db
          image: example.com/postgres:17
        - name: migrate
          image: example.com/api:7
          args: [/migrate]
`,
};

/** The manifests to begin with. */
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
};

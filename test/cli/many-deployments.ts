/** Returns a realistic manifest: Deployments like in charts, with Services and ConfigMaps. Three documents take about 3.6 kB. */
export function manyDeployments(parts: number): string { return Array.from({ length: parts }, (_, i) => deployment(i)).join(''); }

/** Every tenth Deployment contains one fault: a delay instead of a wait. */
function deployment(i: number): string {
  const name = `shop-${i}`;
  const labels = (indent: string) => ['app.kubernetes.io/name: shop', `app.kubernetes.io/instance: ${name}`, 'app.kubernetes.io/managed-by: Helm', 'helm.sh/chart: shop-1.4.2']
    .map(line => `${indent}${line}\n`).join('');
  const variable = (n: number) => `            - name: DATABASE_${n}\n              value: postgres://shop@db-${i}.data:${5432 + n}/shop\n`;
  const variables = Array.from({ length: 16 }, (_, n) => variable(n)).join('');
  return `---
# Source: shop/templates/deployment.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: shop
  labels:
${labels('    ')}spec:
  selector: {matchLabels: {app.kubernetes.io/name: shop, app.kubernetes.io/instance: ${name}}}
  template:
    metadata:
      annotations:
        checksum/config: 01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b
      labels:
${labels('        ')}    spec:
      initContainers:
        - name: wait-for-db
          image: busybox:1.37
          command: [sh, -c]
          args:
            - |
              for i in $(seq 150); do
                nc -z db-${i}.data 5432 && exit 0
                echo "waiting: $i"
                sleep 2
              done
              exit 1
      containers:
        - name: app
          image: "registry.example.com/shop/app:7.${i}.0"
          command: [sh, -c, '${i % 10 === 0 ? 'sleep 10 && ' : ''}exec /app']
          env:
            - {name: LIMIT, value: "100"}
${variables}          ports:
            - {name: http, containerPort: 8080, protocol: TCP}
          readinessProbe: {httpGet: {path: /ready, port: http}, periodSeconds: 5}
        - name: metrics
          image: registry.example.com/shop/metrics@sha256:6c3c624b58dbbcd3c0dd82b4c53f04194d1247c6eebdaab7c610cf7d66709b3b
      volumes:
        - {name: config, configMap: {name: ${name}, defaultMode: 420}}
---
# Source: shop/templates/service.yaml
apiVersion: v1
kind: Service
metadata: {name: ${name}, namespace: shop}
spec:
  ports: [{port: 80, targetPort: http, name: http}]
  selector: {app.kubernetes.io/name: shop, app.kubernetes.io/instance: ${name}}
---
# Source: shop/templates/config.yaml
apiVersion: v1
kind: ConfigMap
metadata: {name: ${name}, namespace: shop}
data: {shop.properties: "url=http://${name}.shop.svc/"}
`;
}

import { HttpCheck, PodsCheck, ResourceCheck, SimpleCheck } from '../../../src/api/private/check';
import { buildAgentArguments } from '../../../src/pod/checks';

const argumentsOf = (check: SimpleCheck) => buildAgentArguments(check, { retries: false }) as string[];

const job: ResourceCheck = { kind: 'resource', resource: 'jobs.batch/migrate', condition: 'Complete', mayBeAbsent: false };
const pods: PodsCheck = { kind: 'pods', of: 'pods', labels: { app: 'db', tier: 'x' } };
const url: HttpCheck = { kind: 'httpGet', scheme: 'https', host: 'web.shop', port: 443, path: '/ready' };

test.each<[string, Partial<ResourceCheck>, string[]]>([
  ['an object, and a second kubectl checks whether the object has failed', { namespace: 'shop', failedCondition: 'Failed', mayBeAbsent: true }, [
    '--command=6', 'kubectl', 'wait', 'jobs.batch/migrate', '--namespace=shop', '--for=condition=Complete', '--timeout=10s',
    '--try-timeout=15s', '--fails-with=is forbidden', '--passes-with=(NotFound)',
    '--fails-if=6', 'kubectl', 'wait', 'jobs.batch/migrate', '--namespace=shop', '--for=condition=Failed', '--timeout=0s',
  ]],
  ['the value of a field with --for=jsonpath', { condition: undefined, jsonPath: '{.status.succeeded}=1' }, [
    '--command=5', 'kubectl', 'wait', 'jobs.batch/migrate', '--for=jsonpath={.status.succeeded}=1', '--timeout=10s', '--try-timeout=15s', '--fails-with=is forbidden',
  ]],
])('kubectl waits for %s', (_what, more, words) => { expect(argumentsOf({ ...job, ...more })).toEqual(words); });

test('kubectl counts ready pods with a template', () => {
  expect(argumentsOf({ ...pods, count: 2 })).toEqual([
    '--command=7', 'kubectl', 'get', 'pods', '--selector=app=db,tier=x', '--field-selector=status.phase!=Succeeded,status.phase!=Failed', '--output',
    'go-template={{$all := ""}}{{$ready := ""}}{{range .items}}{{$all = print $all "."}}'
    + '{{range .status.conditions}}{{if eq (print .type .status) "ReadyTrue"}}'
    + '{{$ready = print $ready "."}}{{end}}{{end}}{{end}}'
    + '{{if ge (len $ready) 2}}enough{{else}}{{len $ready}} of {{len $all}} pods are Ready, and 2 have to be{{end}}',
    '--try-timeout=15s', '--text=enough', '--fails-with=is forbidden',
  ]);
});

test('kubectl waits for all endpoints, at least one, without a field selector', () => {
  const words = argumentsOf({ ...pods, of: 'endpointslices', namespace: 'data' });
  expect(words.slice(0, 6)).toEqual(['--command=7', 'kubectl', 'get', 'endpointslices', '--namespace=data', '--selector=app=db,tier=x']);
  expect(words[7]).toContain('{{if and $all (eq $ready $all)}}enough{{else}}{{len $ready}} of {{len $all}} endpoints are Ready{{end}}');
});

test.each([
  ['GET with a text', { contains: 'ok', certificate: { isVerified: true } }, ['--location'], ['--status=200-399', '--text=ok']],
  ['POST with statuses, and any certificate', { method: 'POST', statuses: [200, 202], certificate: { isVerified: false } },
    ['--request', 'POST', '--insecure', '--output', '/dev/null'], ['--status=200,202']],
  ['HEAD', { method: 'HEAD', certificate: { isVerified: true, authorities: '/ca.crt' } },
    ['--head', '--location', '--cacert', '/ca.crt', '--output', '/dev/null'], ['--status=200-399']],
  ['GET with a header from the environment', {
    certificate: { isVerified: true }, variables: ['TOKEN'], headers: [{ name: 'A', value: '{{$(TOKEN)' }, { name: 'B', value: 'x' }],
  },
  ['--variable', '%TOKEN', '--expand-header', 'A: \\{{{{TOKEN}}', '--header', 'B: x', '--output', '/dev/null'], ['--status=200-399']],
])('the arguments of curl for %s', (_, more, words, modifiers) => {
  const limit = 'contains' in more ? ['--max-filesize', '1048576'] : [];
  const common = ['curl', '--silent', '--show-error', ...limit, '--max-time', '5'];
  const command = [...common, ...words, '--write-out', '\\n%{http_code}', '--url', 'https://web.shop:443/ready'];
  expect(argumentsOf({ ...url, ...more })).toEqual([`--command=${command.length}`, ...command, '--try-timeout=10s', ...modifiers]);
});

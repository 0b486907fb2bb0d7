import { planOf, six } from './pods';
import { ContainerRole, Dependency, Mechanism, ReadyCheck } from '../../src';
import { drawMermaid } from '../../tools/pictures/mermaid';

const linesOf = (plan: Parameters<typeof drawMermaid>[0]) => drawMermaid(plan).split('\n');

test('a plan as a Mermaid flowchart: the kinds of nodes with their times, and the lines for guarantees', () => {
  const lines = linesOf(planOf([
    { name: 'app', needs: ['end', 'migrate', 'proxy', Dependency.onTcp('db.shop', 5432)] },
    { name: 'end', ready: 2 },
    { name: 'proxy', role: ContainerRole.SIDECAR },
    { name: 'migrate', role: ContainerRole.INIT },
  ], { kubernetesVersion: '1.27', architecture: undefined }));
  expect(lines.slice(0, 10)).toEqual([
    'flowchart TD',
    '  accTitle: test/pod',
    '  accDescr: 7 containers and things outside the pod, 4 dependencies',
    '  n0[("db<br/>outside the pod<br/>ready ~0 s")]',
    '  n1[/"install-wait-agent<br/>init container, injected<br/>starts 0.5 s<br/>ends 0.5 s"/]',
    '  n2[/"migrate<br/>init container<br/>starts 1.2 s<br/>ends ~2.2 s"/]',
    expect.stringMatching(/^ {2}n3\[\/"wait-for-db<br\/>init container, injected<br\/>starts [0-9.]+ s<br\/>ends ~[0-9.]+ s"\/\]$/),
    expect.stringMatching(/^ {2}n4\["end<br\/>container<br\/>starts [0-9.]+ s<br\/>ready [0-9.]+ s"\]$/),
    expect.stringMatching(/^ {2}n5\("proxy<br\/>container<br\/>starts [0-9.]+ s<br\/>ready ~[0-9.]+ s"\)$/),
    expect.stringMatching(/^ {2}n6\["app<br\/>container<br\/>starts [0-9.]+ s<br\/>ready ~[0-9.]+ s"\]$/),
  ]);
  expect(lines).toContain('  n4 -.->|"READY: TCP 127.0.0.1:8001, from readyWhen<br/>POST_START, BEST_EFFORT<br/>at most 60 s, then goes on"| n6');
  expect(lines).toContain('  class n1,n3 injected');
});

test('a container and a service with the same name are two nodes, each with its own arrow', () => {
  const options = { mechanism: Mechanism.ENTRYPOINT_GATE };
  const needs = [Dependency.on('db', options), Dependency.onTcp('db', 5432, options)];
  const lines = linesOf(planOf([{ name: 'app', needs, command: true }, { name: 'db' }]));
  expect(lines.slice(3, 8).map(line => line.replace(/<br\/>.*/, ''))).toEqual([
    '  n0[("db', '  n1["db', '  n2["app', '  n1 -->|"READY: TCP 127.0.0.1:8001, from readyWhen', '  n0 -->|"READY: TCP db:5432',
  ]);
});

test('an arrow points from the dependency to the dependent, and the critical path is marked', () => {
  const lines = linesOf(six(Mechanism.GUARDED_HOOK));
  const names = new Map(lines.flatMap(line => {
    const [, id, name] = /^ {2}(n\d+)\["(\w+)</.exec(line) ?? [];
    return id === undefined ? [] : [[id, name]];
  }));
  expect(lines.filter(line => line.includes('-->')).map(line => line.replace(/n\d+/g, id => names.get(id)!))).toEqual([
    '  a -->|"READY: TCP 127.0.0.1:8000, from readyWhen<br/>GUARDED_HOOK, FAIL_CLOSED"| c',
    '  b -->|"READY: TCP 127.0.0.1:8002, from readyWhen<br/>GUARDED_HOOK, FAIL_CLOSED"| d',
    '  c -->|"READY: TCP 127.0.0.1:8003, from readyWhen<br/>GUARDED_HOOK, FAIL_CLOSED"| e',
    '  d -->|"READY: TCP 127.0.0.1:8004, from readyWhen<br/>GUARDED_HOOK, FAIL_CLOSED"| e',
  ]);
  expect(lines).toContain('  linkStyle 0,2 stroke:#d1242f,stroke-width:3px');
});

test('text in a Mermaid flowchart is escaped', () => {
  // mermaid 11.12 prints it unchanged.
  const evil = 'a && b || "c" <b>x</b> `d` | e; #f; %% {g} \\n [h] --> end &amp; ünï\u0001';
  const db = { name: 'db', more: { readyWhen: ReadyCheck.command(['sh', '-c', evil]) } };
  const [line] = linesOf(planOf([{ name: 'app', needs: ['db'] }, db])).filter(l => l.includes('-->'));
  const label = /\|"(.*)"\|/.exec(line)![1].split('<br/>')[0];
  expect(label.replace(/#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))).toBe(`READY: the command 'sh -c ${evil}', from readyWhen`);
  expect(label.replace(/#\d+;/g, '')).toMatch(/^[\p{L}\p{N} ,.:;/_=+~()'-]*$/u);
});

test('a disabled order gives one node with the reason', () => {
  expect(linesOf(planOf([{ name: 'app' }], { disabledReason: 'say "why"' })).slice(2)).toEqual([
    '  accDescr: 1 containers and things outside the pod, 0 dependencies',
    '  n0["test/pod<br/>start order disabled (say #34;why#34;)"]',
    '',
  ]);
});

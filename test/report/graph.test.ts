import { planOf, six } from './pods';
import { ContainerRole, Dependency, Mechanism, ReadyCheck } from '../../src';
import { createGraph } from '../../tools/pictures/graph';
import { drawMermaid } from '../../tools/pictures/mermaid';

const ALL_KINDS = createGraph(planOf([
  { name: 'app', needs: ['end', 'migrate', 'proxy', Dependency.onTcp('db.shop', 5432)] },
  { name: 'end', ready: 2 },
  { name: 'proxy', role: ContainerRole.SIDECAR },
  { name: 'migrate', role: ContainerRole.INIT },
], { kubernetesVersion: '1.27', architecture: undefined }));

/** A text with the markup of Mermaid. mermaid 11.12 prints it unchanged. */
const EVIL = 'a && b || "c" <b>x</b> `d` | e; #f; %% {g} \\n [h] --> end &amp; ünï\u0001';
const EVIL_GRAPH = createGraph(planOf([{ name: 'app', needs: ['db'] }, { name: 'db', more: { readyWhen: ReadyCheck.command(['sh', '-c', EVIL]) } }]));
const OFF = createGraph(planOf([{ name: 'app' }], { disabledReason: 'say "why"' }));

test('the graph of a plan has a node with times for each container and each external dependency', () => {
  expect(ALL_KINDS.nodes.map(n => [n.lines.join(' | '), n.kind])).toEqual([
    ['db | outside the pod | ready ~0 s', 'outside'],
    ['install-wait-agent | init container, injected | starts 0.5 s | ends 0.5 s', 'init'],
    [expect.stringMatching(/^migrate \| init container \| starts 1.2 s \| ends ~2.2 s$/), 'init'],
    [expect.stringMatching(/^wait-for-db \| init container, injected \| starts [0-9.]+ s \| ends [0-9.]+ s$/), 'init'],
    [expect.stringMatching(/^end \| container \| starts [0-9.]+ s \| ready [0-9.]+ s$/), 'app'],
    [expect.stringMatching(/^proxy \| container \| starts [0-9.]+ s \| ready ~[0-9.]+ s$/), 'sidecar'],
    [expect.stringMatching(/^app \| container \| starts [0-9.]+ s \| ready ~[0-9.]+ s$/), 'app'],
  ]);
});

test('a container and a service with the same name are two nodes, each with its own arrow', () => {
  const options = { mechanism: Mechanism.ENTRYPOINT_GATE };
  const needs = [Dependency.on('db', options), Dependency.onTcp('db', 5432, options)];
  const { nodes, edges } = createGraph(planOf([{ name: 'app', needs, command: true }, { name: 'db' }]));
  expect(nodes.map(n => [n.id, n.lines[0], n.kind])).toEqual([['n0', 'db', 'outside'], ['n1', 'db', 'app'], ['n2', 'app', 'app']]);
  expect(edges.map(e => [e.from, e.to, e.lines[0]])).toEqual([['n1', 'n2', expect.stringContaining('127.0.0.1')], ['n0', 'n2', 'READY: TCP db:5432']]);
});

test('an edge points from dependency to dependent, with its mechanism, and is marked on the critical path', () => {
  const { nodes, edges } = createGraph(six(Mechanism.GUARDED_HOOK));
  const name = (id: string) => nodes.find(n => n.id === id)!.lines[0];
  expect(edges.map(e => [name(e.from), name(e.to), e.lines.join(' | '), e.critical, e.guarantee])).toEqual([
    ['a', 'c', 'READY: TCP 127.0.0.1:8000 | GUARDED_HOOK, FAIL_CLOSED', true, 'FAIL_CLOSED'],
    ['b', 'd', 'READY: TCP 127.0.0.1:8002 | GUARDED_HOOK, FAIL_CLOSED', false, 'FAIL_CLOSED'],
    ['c', 'e', 'READY: TCP 127.0.0.1:8003 | GUARDED_HOOK, FAIL_CLOSED', true, 'FAIL_CLOSED'],
    ['d', 'e', 'READY: TCP 127.0.0.1:8004 | GUARDED_HOOK, FAIL_CLOSED', false, 'FAIL_CLOSED'],
  ]);
  expect(ALL_KINDS.edges.map(e => [e.guarantee, e.lines[2]])).toEqual(expect.arrayContaining([['BEST_EFFORT', 'at most 60 s, then goes on'], ['FAIL_CLOSED', undefined]]));
});

test('a plan as a Mermaid flowchart', () => {
  const lines = drawMermaid(ALL_KINDS).split('\n');
  expect(lines.slice(0, 5)).toEqual([
    'flowchart TD',
    '  accTitle: test/pod',
    '  accDescr: 7 containers and things outside the pod, 4 dependencies',
    '  n0[("db<br/>outside the pod<br/>ready ~0 s")]',
    '  n1[/"install-wait-agent<br/>init container, injected<br/>starts 0.5 s<br/>ends 0.5 s"/]',
  ]);
  expect(lines).toContain('  n4 -.->|"READY: TCP 127.0.0.1:8001<br/>POST_START, BEST_EFFORT<br/>at most 60 s, then goes on"| n6');
  expect(lines).toContain('  class n1,n3 injected');
  expect(lines.filter(l => l.startsWith('  linkStyle'))).toHaveLength(1);
});

test('text in a Mermaid flowchart is escaped', () => {
  const labels = drawMermaid(EVIL_GRAPH).split('\n').filter(l => l.includes('-->')).map(l => /\|"(.*)"\|/.exec(l)![1].split('<br/>')[0]);
  const read = labels[0].replace(/#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  expect(read).toBe(`READY: the command 'sh -c ${EVIL}'`);
  expect(labels[0].replace(/#\d+;/g, '')).toMatch(/^[\p{L}\p{N} ,.:;/_=+~()'-]*$/u);
});

test('a disabled order gives one node with the reason', () => {
  expect(drawMermaid(OFF)).toContain('n0["test/pod<br/>start order disabled (say #34;why#34;)"]');
});

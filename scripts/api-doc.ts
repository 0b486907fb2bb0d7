/**
 * Writes API.md from the jsii assembly: each type of the library with its own members. The heading of a type
 * links to the types of cdk8s-plus, cdk8s or constructs from which it inherits: their documentation describes them.
 */
import { readFileSync, writeFileSync } from 'fs';
import { join } from 'path';

const ROOT = join(__dirname, '..');
const SITES: Readonly<Record<string, string>> = {
  'cdk8s': 'https://cdk8s.io/docs/latest/reference/cdk8s/typescript/',
  'cdk8s-plus-27': 'https://cdk8s.io/docs/latest/plus/',
  'constructs': 'https://github.com/aws/constructs/blob/10.x/API.md',
};
const SECTIONS: readonly (readonly [title: string, contains: (type: any) => boolean])[] = [
  ['Classes', type => type.kind === 'class'],
  ['Properties and options', type => type.kind === 'interface' && !isPlan(type)],
  ['Plans', type => type.kind === 'interface' && isPlan(type)],
  ['Enums', type => type.kind === 'enum'],
];

function isPlan({ name }: any): boolean {
  return /^Planned|Plan$/.test(name);
}

/** Removes the line breaks of a docstring, except in a list. */
function flow(text = ''): string {
  return text
    .replace(/\n(?!- )/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

function cell(text: string): string {
  return text.replace(/\n- /g, '<br>• ').replace(/\n/g, ' ').replace(/\|/g, '\\|');
}

function describe({ docs = {} }: any): string {
  return flow([docs.summary, docs.remarks].filter(Boolean).join(docs.remarks?.startsWith('- ') ? '\n' : ' '));
}

function isOwn(fqn: string): boolean {
  return fqn.startsWith('cdk8s-startup-order.');
}

function nameOf(fqn: string): string {
  return fqn.replace(/^[^.]*\./, '');
}

function typeText(type: any): string {
  if (type === undefined) {
    return 'void';
  }
  if (type.collection?.kind === 'array') {
    return `${typeText(type.collection.elementtype)}[]`;
  }
  if (type.collection !== undefined) {
    return `{ [key: string]: ${typeText(type.collection.elementtype)} }`;
  }
  return type.primitive ?? nameOf(type.fqn);
}

/** A type in a table, with a link if the page describes it. */
function typeCell(type: any): string {
  const text = `\`${typeText(type)}\``;
  const fqn = type.fqn ?? type.collection?.elementtype.fqn;
  return fqn !== undefined && isOwn(fqn) ? `[${text}](#${nameOf(fqn)})` : text;
}

function parameterText({ name, optional, variadic, type }: any): string {
  return `${variadic ? '...' : ''}${name}${optional ? '?' : ''}: ${typeText(type)}${variadic ? '[]' : ''}`;
}

function parentsOf({ base, interfaces = [] }: any): string {
  const parents = [base, ...interfaces].filter(Boolean).map((fqn: string) => {
    const [assembly] = fqn.split('.');
    return isOwn(fqn) ? `[${nameOf(fqn)}](#${nameOf(fqn)})` : `[${nameOf(fqn)}](${SITES[assembly]}) of ${assembly}`;
  });
  return parents.length === 0 ? '' : `Extends ${parents.join(' and ')}.`;
}

function defaultOf({ docs = {} }: any): string {
  return docs.default === undefined ? '' : flow(docs.default.replace(/^- /, ''));
}

function listProperties(properties: any[]): string {
  const rows = properties.map(p => {
    const name = `\`${p.name}\`${p.optional ? '' : ' *'}`;
    return `| ${[name, typeCell(p.type), cell(describe(p)), cell(defaultOf(p))].join(' | ')} |`;
  });
  return ['| property | type | description | default |', '|---|---|---|---|', ...rows].join('\n');
}

function listMethod(owner: any, method: any): string {
  const { name, parameters = [], returns } = method;
  const signature =
    method.static === true
      ? `${owner.name}.${name}(${parameters.map(parameterText).join(', ')})`
      : `${name}(${parameters.map(parameterText).join(', ')})`;
  const described = parameters.filter((p: any) => p.docs !== undefined);
  return [
    `#### \`${name}\` <a id="${owner.name}.${name}"></a>`,
    ['```ts', `${signature}: ${typeText(returns?.type)}`, '```'].join('\n'),
    describe(method),
    described.map((p: any) => `- \`${p.name}\`: ${describe(p)}`).join('\n'),
    method.docs?.see === undefined ? '' : `See ${method.docs.see}.`,
  ]
    .filter(part => part !== '')
    .join('\n\n');
}

function listType(type: any): string {
  const { name, docs = {}, initializer, methods = [], properties = [], members = [] } = type;
  const parameters = initializer?.parameters ?? [];
  const isConstructed = type.kind === 'class' && initializer !== undefined;
  const parts = [
    `### ${name} <a id="${name}"></a>`,
    describe(type),
    parentsOf(type),
    docs.see === undefined ? '' : `See ${docs.see}.`,
    isConstructed ? ['```ts', `new ${name}(${parameters.map(parameterText).join(', ')})`, '```'].join('\n') : '',
    docs.example === undefined ? '' : ['```ts', docs.example, '```'].join('\n'),
    properties.length === 0 ? '' : listProperties(properties),
    ...methods.map((method: any) => listMethod(type, method)),
    members.map((m: any) => `- **\`${m.name}\`**: ${describe(m)}`).join('\n'),
  ];
  return parts.filter(part => part !== '').join('\n\n');
}

const { types } = JSON.parse(readFileSync(join(ROOT, '.jsii'), 'utf8'));
const sorted = Object.values<any>(types).sort((a, b) => a.name.localeCompare(b.name));
const lines = ['# API', 'A property with a star is required. Each type lists its own members.'];
for (const [title, contains] of SECTIONS) {
  const found = sorted.filter(contains);
  lines.push(`**${title}**: ${found.map(({ name }) => `[${name}](#${name})`).join(', ')}`);
}
for (const [title, contains] of SECTIONS) {
  lines.push(`## ${title}`, ...sorted.filter(contains).map(listType));
}
writeFileSync(join(ROOT, 'API.md'), `${lines.join('\n\n')}\n`);

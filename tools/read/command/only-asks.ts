import { forEachChild, Pipeline, Redirect, Script, SyntaxNode } from 'unbash';
import { readCheck } from './checks';
import { applyAssignments, Context, expandText, expandWords, findScripts, rememberComputed } from './context';
import { isTest, isTrivial, WRITERS } from './known-commands';
import { parseOptions } from './options';
import { isPlainQuestion } from './plain-questions';
import { isSimpleCommand, listWords, parseScript, ShellWord, SimpleCommand, unwrapNode } from './syntax';
import { unwrapCommand } from './unwrap-command';

/**
 * Whether the command only asks, waits and prints. Otherwise it also does work: it changes a server, keeps a file, runs
 * another program, or its condition proves more than an answer, such as a number in the answer. Other code then can
 * rely on the work, so no other wait can replace the command.
 */
export function onlyAsks(words: readonly string[], context: Context): boolean {
  if (words.join() === 'exec') {
    return true;
  }
  const inner = unwrapCommand(words, context);
  if (!inner) {
    return false;
  }
  if ('script' in inner) {
    const script = parseScript(inner.script);
    return script !== undefined && nodeAsks(script, inner.context);
  }
  const [name] = inner.words;
  if (isPassive(name) || context.functions.has(name)) {
    return true;
  }
  const check = readCheck(inner.words, context.env);
  const at = check?.waits ? inner.words.indexOf('--') : -1;
  return (
    check !== undefined &&
    isPlainQuestion(at < 0 ? inner.words : inner.words.slice(0, at), context.keepsFiles) &&
    (at < 0 || onlyAsks(inner.words.slice(at + 1), inner.context))
  );
}

const READERS = new Set(['sleep', 'seq', 'cat', 'head', 'tail', 'tr', 'cut', 'grep', 'egrep']);

/** The command changes nothing outside the shell. */
function isPassive(name: string): boolean {
  return (isTrivial(name) && !WRITERS.has(name)) || READERS.has(name);
}

function nodeAsks(node: SyntaxNode, context: Context): boolean {
  if (--context.budget.left < 0) {
    return false;
  }
  switch (node.type) {
    case 'Redirect':
      return isStream(node, context);
    case 'HereDoc':
    case 'HereString':
      return false;
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      return node.script !== undefined && !node.script.errors && nodeAsks(node.script, context);
    case 'Pipeline':
      return (node.commands.length === 1 || isPlainPipeline(node, context)) && partsAsk(node, context);
    case 'Command':
    case 'TestCommand':
      return commandAsks(node, context) && partsAsk(node, context);
    default:
      return partsAsk(node, context);
  }
}

function partsAsk(node: SyntaxNode, context: Context): boolean {
  let asks = true;
  forEachChild(node, part => {
    asks = asks && nodeAsks(part, context);
  });
  return asks;
}

/** `>/dev/null`, `2>&1`, `</dev/tcp/db/5432`; not a file. */
function isStream({ operator, target }: Redirect, context: Context): boolean {
  const file = expandText(target?.value ?? '', context);
  const isDescriptor = operator.endsWith('&') && /^(?:\d+|-)$/.test(file);
  return isDescriptor || /^\/dev\/(?!shm\/)|^\/proc\/(?:1|self)\/fd\//.test(file);
}

function commandAsks(command: SimpleCommand, context: Context): boolean {
  const source = listWords(command);
  rememberComputed(source, context);
  const words = applyAssignments(expandWords(source, context), context);
  if (isTest(words[0] ?? '')) {
    return isPlainComparison(source, context);
  }
  return words.length === 0 || onlyAsks(words, context);
}

const OPERATORS = /^(?:\[\[?|\]\]?|test|!|==?|!=|=~|-eq|-ne|-[ao]|&&|\|\|)$/;

/** A comparison of an answer: only some answers say no more than that the server is ready. */
function isPlainComparison(words: readonly ShellWord[], context: Context): boolean {
  const compared = words.filter(word => findScripts(word, context).length === 0 && !OPERATORS.test(word.text));
  const scripts = words.flatMap(word => findScripts(word, context));
  const questions = scripts.flatMap(script => findQuestions(script, context));
  return questions.every(question => compared.every(({ text }) => isPlainAnswer(text, question, context)));
}

/** `echo ruok | nc zk 2181 | grep imok`: a plain text goes in, and a plain answer comes out. */
function isPlainPipeline(pipeline: Pipeline, context: Context): boolean {
  const commands = pipeline.commands.map(command => findWords(unwrapNode(command), context));
  const at = commands.findIndex(words => isQuestion(words, context));
  if (at < 0) {
    return true;
  }
  const [input, ...more] = commands.slice(0, at);
  const isPlainInput =
    input === undefined ||
    (more.length === 0 && /^(?:echo|printf)$/.test(input[0] ?? '') && PLAIN_INPUT.test(input.slice(1).join(' ')));
  return (
    isPlainInput &&
    commands.slice(at + 1).every(([name, ...words]) => {
      const { values, rest } = parseOptions(words, '-e -m');
      const pattern = values.get('-e') ?? rest[0] ?? '';
      return /^e?grep$/.test(name ?? '') && isPlainAnswer(pattern, commands[at], context);
    })
  );
}

const PLAIN_INPUT = /^(?:-\w+ ?)*(?:ruok|srvr|ping|quit|exit|select 1;?)?(?:\\[rn])*$/i;

/** An answer that proves no more than that the server is ready. */
function isPlainAnswer(text: string, words: readonly string[], context: Context): boolean {
  const [target] = readCheck(words, context.env)?.targets ?? [];
  const answer = text.replace(/^\^|\$$/g, '');
  if (target?.kind === 'network' && /^https?$/.test(target.protocol)) {
    const isStatus = words.some(word => /http_code|response_code|^--spider$|^--head$|^-[a-zA-Z]*I$/.test(word));
    return isStatus && /^(?:HTTP\S* )?[23](?:\d\d|\.\.)(?: OK)?$/.test(answer);
  }
  // The words that ask for an object or a name already say what the answer proves.
  const isNamed = target?.kind === 'kubernetes' || target?.kind === 'name';
  return isNamed ? !/^(?:-[gl][et]|\d+)$/.test(answer) : PLAIN_ANSWER.test(answer);
}

const PLAIN_ANSWER =
  /^x?(?:\+?PONG|imok|open|succeeded|connected|(?:\S+ - )?accepting(?: connections)?|(?:mysqld is )?alive)$/i;

/** Returns the words of the checks whose output the script prints. */
function findQuestions(script: Script, context: Context): (readonly string[])[] {
  const found: (readonly string[])[] = [];
  const visit = (node: SyntaxNode): void => {
    if (--context.budget.left < 0) {
      return;
    }
    const words = findWords(node, context);
    if (isQuestion(words, context)) {
      found.push(words);
    }
    forEachChild(node, visit);
  };
  visit(script);
  return found;
}

function isQuestion(words: readonly string[], context: Context): boolean {
  return words.length > 0 && !READERS.has(words[0]) && !isTest(words[0]) && readCheck(words, context.env) !== undefined;
}

/** Returns the words of a command without its wrappers; none: the node is no command, or runs a script. */
function findWords(node: SyntaxNode, context: Context): readonly string[] {
  const words = isSimpleCommand(node) ? applyAssignments(expandWords(listWords(node), context), context) : [];
  const inner = words.length > 0 ? unwrapCommand(words, context) : undefined;
  return inner && 'words' in inner ? inner.words : [];
}

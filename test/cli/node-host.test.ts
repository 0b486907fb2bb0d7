import { THIS_MACHINE } from '../../tools/cli/node-host';

/** Runs a script in Node. `printed`: the texts that this process writes, each after its descriptor. */
function run(script: string) {
  const printed: string[] = [];
  const write = jest.spyOn(jest.requireActual<typeof import('fs')>('fs'), 'writeSync').mockImplementation((descriptor: number, text: any) => printed.push(`${descriptor}: ${text}`) && text.length);
  try {
    return { result: THIS_MACHINE.run(process.execPath, ['-e', script]), printed };
  } catch (thrown) {
    return { thrown, printed };
  } finally {
    write.mockRestore();
  }
}

test('the output of a program is returned, and its warnings are printed', () => {
  expect(run('console.log("model"); console.error("a warning")')).toEqual({ result: 'model\n', printed: ['2: a warning\n'] });
});

test('a program that fails gives an error with its standard error, and a missing program ENOENT', () => {
  expect(run('console.log("half"); console.error("the cause"); process.exit(3)')).toMatchObject({ thrown: { stderr: 'the cause\n' }, printed: [] });
  expect(() => THIS_MACHINE.run('/there/is/no/such/program', [])).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});

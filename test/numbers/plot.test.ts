import { axisFromZero, logAxis, place, tickText } from '../../scripts/numbers/plot';

test('a logarithmic axis begins and ends at a tick, and contains all values', () => {
  expect(logAxis('', [100, 1000, 10_000])).toMatchObject({ min: 100, max: 10_000, ticks: [100, 200, 500, 1000, 2000, 5000, 10_000] });
  expect(logAxis('', [0.013, 3])).toMatchObject({ min: 0.01, max: 5 });
  expect(logAxis('', [0.3])).toMatchObject({ min: 0.2, max: 0.5 });
});

test.each([0, -0.2])('%d is not possible on a logarithmic axis', value => {
  expect(() => logAxis('', [value, 3])).toThrow('no place on a logarithmic axis');
});

test('an axis from zero has few ticks at equal distances', () => {
  expect(axisFromZero('', [0.23, 1.56]).ticks).toEqual([0, 0.5, 1, 1.5, 2]);
  expect(axisFromZero('', [0.3]).ticks).toEqual([0, 0.1, 0.2, 0.3]);
  expect(axisFromZero('', [412]).ticks).toEqual([0, 100, 200, 300, 400, 500]);
});

test('a logarithmic axis has equal distances for equal factors, a linear axis for equal differences', () => {
  const log = place(logAxis('', [1, 100]), 0, 100);
  expect([1, 10, 100].map(log)).toEqual([0, 50, 100]);
  const linear = place(axisFromZero('', [4]), 200, 100);
  expect([0, 2, 4].map(linear)).toEqual([200, 150, 100]);
});

test.each([[10_000, '10,000'], [0.05, '0.05'], [0, '0'], [500, '500']])('the tick of %d has the text %s', (value, said) => {
  expect(tickText(value)).toBe(said);
});

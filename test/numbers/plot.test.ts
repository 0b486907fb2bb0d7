import { logAxis } from '../../scripts/numbers/plot';

test('a logarithmic axis begins and ends at a tick, and contains all values', () => {
  expect(logAxis('', [100, 1000, 10_000])).toMatchObject({ min: 100, max: 10_000, ticks: [100, 200, 500, 1000, 2000, 5000, 10_000] });
  expect(logAxis('', [0.013, 3])).toMatchObject({ min: 0.01, max: 5 });
  expect(logAxis('', [0.3])).toMatchObject({ min: 0.2, max: 0.5 });
});

test.each([0, -0.2])('%d is not possible on a logarithmic axis', value => {
  expect(() => logAxis('', [value, 3])).toThrow('no place on a logarithmic axis');
});

const FRACTIONS: Readonly<Record<string, number>> = { n: 1e9, u: 1e6, m: 1e3 };
const MULTIPLES: Readonly<Record<string, number>> = {
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/**
 * Returns the amount of a quantity, such as 0.5 for `500m` and 1024 for `1Ki`; 0 if it is absent, NaN if it is invalid.
 *
 * kubernetes 1.37, apimachinery/pkg/api/resource/suffix.go
 */
export function readQuantity(quantity: string | number = 0): number {
  const [, number, unit = ''] = /^(.*?)([numkMGTPE]|[KMGTPE]i)?$/.exec(String(quantity)) ?? [];
  return (Number(number) * (MULTIPLES[unit] ?? 1)) / (FRACTIONS[unit] ?? 1);
}

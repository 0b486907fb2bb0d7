/** The tests in a browser. They need `npm ci --prefix site` and a Chromium. */
module.exports = {
  rootDir: '../..',
  roots: ['<rootDir>/site/test'],
  testMatch: ['**/*.test.ts'],
  testTimeout: 60_000,
  transform: { '^.+\\.ts$': '<rootDir>/test/jest-transform.cjs' },
};

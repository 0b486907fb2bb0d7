/** The tests in a browser. They need `npm ci --prefix site` and a Chromium. */
module.exports = {
  rootDir: '../..',
  roots: ['<rootDir>/site/test'],
  testMatch: ['**/*.test.ts'],
  testTimeout: 60_000,
  // unbash is only an ES module.
  transform: { '^.+\\.ts$|/node_modules/unbash/.+\\.js$': '<rootDir>/test/jest-transform.cjs' },
  transformIgnorePatterns: ['/node_modules/(?!unbash/)'],
};

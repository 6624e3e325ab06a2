export default {
  testMatch: ['<rootDir>/jest/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': './jest/strip-types.cjs' },
};

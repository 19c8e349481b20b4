import { describe, expect, it } from 'vitest';
import { whatMastraLacks } from '../src/mastra-version.js';

describe('the Mastra that is installed', () => {
  it.each(['1.0.4', '1.8.0', '1.59.3', '0.24.0'])('%s is told to lose what it loses', (version) => {
    expect(whatMastraLacks(version)).toMatch(
      new RegExp(`^@mastra/core ${version} loses screenshots .* use 1\\.60\\.0 or newer\\.$`),
    );
  });

  it.each(['1.60.0', '1.71.0', '2.0.0', undefined])('%s is not complained about', (version) => {
    expect(whatMastraLacks(version)).toBeUndefined();
  });
});

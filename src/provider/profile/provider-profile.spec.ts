import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultProviderProfile } from './provider-profile-defaults.js';
import { loadProviderProfile } from './provider-profile-loader.js';
import { ProviderProfile, ProviderProfileError } from './provider-profile.js';

function frozenThroughout(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(frozenThroughout);
}

function problemsOf(overrides: unknown): readonly string[] {
  try {
    ProviderProfile.withOverrides(overrides);
  } catch (error) {
    if (error instanceof ProviderProfileError) return error.problems;
    throw error;
  }
  return [];
}

describe('the provider profile', () => {
  it('equals the defaults if there are no overrides', () => {
    expect(ProviderProfile.withOverrides({})).toMatchObject(defaultProviderProfile);
  });

  it('the provider profile is frozen, including nested objects and lists', () => {
    const profile = ProviderProfile.withOverrides({ orderWebhookIdPaths: [['payload', 'id']] });

    expect(frozenThroughout(profile)).toBe(true);
  });

  it('single keys can be overridden', () => {
    const profile = ProviderProfile.withOverrides({ orderCheckDelaysSeconds: [60], absentStatuses: [404, 410] });

    expect(profile).toMatchObject({
      ...defaultProviderProfile,
      orderCheckDelaysSeconds: [60],
      absentStatuses: [404, 410],
    });
  });

  it.each(['with-plus', 'without-plus', 'national', 'national-with-trunk-prefix'])(
    'accepts the phone number format %s',
    (format) => {
      const { payoutPhoneFormats } = ProviderProfile.withOverrides({
        payoutPhoneFormats: { bangladesh: format, 7: format },
      });
      expect(payoutPhoneFormats).toMatchObject({ 'russia-phone-transfer': 'with-plus', bangladesh: format, 7: format });
    },
  );

  it('status words override the defaults word by word', () => {
    const profile = ProviderProfile.withOverrides({ orderStatusWords: { SETTLED: 'PAID', FAILED: 'UNRECOGNIZED' } });

    expect(profile.orderStatusWords).toEqual({
      ...defaultProviderProfile.orderStatusWords,
      SETTLED: 'PAID',
      FAILED: 'UNRECOGNIZED',
    });
  });

  it('payment types, wallet names and the signature override the defaults entry by entry', () => {
    const profile = ProviderProfile.withOverrides({
      payoutPaymentTypes: { PHONE_TRANSFER: 'FAST' },
      payoutWalletNames: { WALLET_X3: 'three' },
      webhookSignature: { encoding: 'base64', mode: 'enforce' },
    });

    expect(profile).toMatchObject({
      payoutPaymentTypes: { ...defaultProviderProfile.payoutPaymentTypes, PHONE_TRANSFER: 'FAST' },
      payoutWalletNames: { ...defaultProviderProfile.payoutWalletNames, WALLET_X3: 'three' },
      webhookSignature: { ...defaultProviderProfile.webhookSignature, encoding: 'base64', mode: 'enforce' },
    });
    expect(frozenThroughout(profile)).toBe(true);
  });

  it.each([
    [{ orderStatusWord: {}, other: 1 }, ['orderStatusWord is not a known key', 'other is not a known key']],
    [{ orderStatusWords: { SETTLED: 'DONE' } }, [expect.stringContaining('orderStatusWords.SETTLED')]],
    [{ definiteRefusalStatuses: [409] }, [expect.stringContaining('definiteRefusalStatuses.0')]],
    [{ contentRefusalStatuses: [500] }, [expect.stringContaining('contentRefusalStatuses.0')]],
    [{ definiteRefusalStatuses: [400, 500] }, [expect.stringContaining('definiteRefusalStatuses.1')]],
    [{ orderCheckDelaysSeconds: [] }, [expect.stringContaining('orderCheckDelaysSeconds')]],
    [{ orderCheckDelaysSeconds: [0] }, [expect.stringContaining('orderCheckDelaysSeconds.0')]],
    [{ orderReadBack: true }, [expect.stringContaining('orderReadBack')]],
    [{ payoutPaymentTypes: { PIGEON: 'X' } }, ['payoutPaymentTypes.PIGEON is not a known key']],
    [{ payoutPaymentTypes: { SIM: '' } }, [expect.stringContaining('payoutPaymentTypes.SIM')]],
    [{ payoutWalletNames: { WALLET_X4: 'X' } }, ['payoutWalletNames.WALLET_X4 is not a known key']],
    [{ payoutPhoneFormats: { bangladesh: 'as it comes' } }, [expect.stringContaining('payoutPhoneFormats.bangladesh')]],
    [{ payoutPhoneFormats: { atlantis: 'national' } }, [expect.stringContaining('payoutPhoneFormats.atlantis')]],
    [
      { payoutExtraFields: { 'game-account': ['shoeSize'] } },
      [expect.stringContaining('payoutExtraFields.game-account.0')],
    ],
    [{ payoutReverifyDelaysSeconds: [60, 60] }, [expect.stringContaining('payoutReverifyDelaysSeconds')]],
    [{ webhookSignature: { algorithm: 'md5' } }, [expect.stringContaining('webhookSignature.algorithm')]],
    [{ webhookSignature: { header: 'X-Signature' } }, [expect.stringContaining('webhookSignature.header')]],
    [{ webhookSignature: { mod: 'enforce' } }, ['webhookSignature.mod is not a known key']],
    [[], [expect.stringContaining('the file')]],
    [null, [expect.stringContaining('the file')]],
  ])('rejects the overrides %j and names the key', (overrides, problems) => {
    expect(problemsOf(overrides)).toEqual(problems);
  });

  it.each([
    [{ definiteRefusalStatuses: [400, 401, 403, 404, 405, 422] }, ['contentRefusalStatuses', 'payoutBalanceStatuses']],
    [{ contentRefusalStatuses: [402, 418] }, ['contentRefusalStatuses holds 418, which definiteRefusalStatuses lacks']],
    [{ contentRefusalStatuses: [402, 403] }, ['contentRefusalStatuses and credentialRefusalStatuses both hold 403']],
    [{ payoutBalanceStatuses: [402, 404] }, ['payoutBalanceStatuses and credentialRefusalStatuses both hold 404']],
  ])('rejects the contradictory lists %j and names their keys', (overrides, problems) => {
    const found = problemsOf(overrides);
    expect(found).toHaveLength(problems.length);
    for (const [at, problem] of problems.entries()) expect(found[at]).toContain(problem);
  });

  it.each([408, 409, 425, 429])('the provider profile cannot list status %i as a definite refusal', (status) => {
    expect(problemsOf({ definiteRefusalStatuses: [status] })).toHaveLength(1);
  });
});

describe('the profile file', () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'purser-profile-'));
  });

  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  const fileWith = (text: string) => {
    const file = join(directory, 'profile.json');
    writeFileSync(file, text);
    return file;
  };

  it('the profile file is optional', () => {
    expect(loadProviderProfile(null)).toMatchObject(defaultProviderProfile);
  });

  it('overrides the defaults', () => {
    expect(loadProviderProfile(fileWith('{"orderReadBack":"status"}')).orderReadBack).toBe('status');
  });

  it.each(['{', '{"orderReadBack":"both"}', '{"unknown":1}'])('a file with the content %s stops the start', (text) => {
    expect(() => loadProviderProfile(fileWith(text))).toThrow(ProviderProfileError);
  });

  it('a missing file stops the start', () => {
    expect(() => loadProviderProfile(join(directory, 'missing.json'))).toThrow(/missing\.json cannot be read/);
  });
});

describe('docs/provider.md', () => {
  const page = readFileSync(join(__dirname, '../../../docs/provider.md'), 'utf8');

  it.each(Object.keys(defaultProviderProfile))('explains the profile key %s', (key) => {
    expect(page).toContain(`| \`${key}\``);
  });
});

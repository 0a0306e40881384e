import { ProviderProfile } from '../../provider/profile/provider-profile.js';
import type { LearnedScheme } from '../../provider/signature/signature-learning.js';
import { isLearned, renderLearning } from './learning-report.js';

const profile = ProviderProfile.withOverrides({});

const scheme: LearnedScheme = {
  algorithm: 'hmac-sha512',
  encoding: 'base64',
  header: 'x-signature',
  prefix: 'v1=',
  signedContent: 'body',
};

describe('the learning report', () => {
  it('shows the profile lines if one scheme reproduces every signature', () => {
    const learning = { captured: 3, tried: 18, found: [{ scheme, reproduced: 3 }] };

    expect(isLearned(learning)).toBe(true);
    const report = renderLearning(learning, profile);
    expect(report).toContain('The first reproduces all of them.');
    expect(JSON.parse(report.slice(report.indexOf('\n{')))).toEqual({ webhookSignature: scheme });
  });

  it('says so if the profile already has the scheme', () => {
    const { webhookSignature } = ProviderProfile.withOverrides({ webhookSignature: scheme });
    const known = ProviderProfile.withOverrides({ webhookSignature });

    expect(renderLearning({ captured: 1, tried: 9, found: [{ scheme, reproduced: 1 }] }, known)).toContain(
      'The provider profile says so already.',
    );
  });

  it.each([
    [
      'some signatures are not reproduced',
      { captured: 3, tried: 18, found: [{ scheme, reproduced: 2 }] },
      'None reproduces all',
    ],
    ['none is reproduced', { captured: 3, tried: 18, found: [] }, 'None reproduces any signature'],
    ['nothing was captured', { captured: 0, tried: 0, found: [] }, '0 captured webhooks'],
  ])('does not report success if %s', (_, learning, words) => {
    expect(isLearned(learning)).toBe(false);
    expect(renderLearning(learning, profile)).toContain(words);
  });
});

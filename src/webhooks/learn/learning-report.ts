import type { ProviderProfile } from '../../provider/profile/provider-profile.js';
import type { LearnedScheme, Learning } from '../../provider/signature/signature-learning.js';

/** Renders the findings as text for people: schemes and counts, never a body, a signature or a secret. */
export function renderLearning(learning: Learning, profile: ProviderProfile): string {
  const { captured, tried, found } = learning;
  const [best] = found;
  const lines = [
    `${captured} captured webhooks; ${tried} ways of signing tried, all that the provider profile can express.`,
    ...found.map(({ scheme, reproduced }) => `  reproduces ${reproduced} of ${captured}: ${JSON.stringify(scheme)}`),
  ];
  if (!best) {
    lines.push('None reproduces any signature: WEBHOOK_SECRET is another one, or they are signed in another way.');
  } else {
    lines.push(
      best.reproduced === captured
        ? 'The first reproduces all of them.'
        : 'None reproduces all of them: the others are forged, changed on the way, or signed with another secret.',
      isSetAlready(best.scheme, profile)
        ? 'The provider profile says so already.'
        : `For the file that PROVIDER_PROFILE_FILE names:\n${JSON.stringify({ webhookSignature: best.scheme }, null, 2)}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Whether one signature scheme reproduces every captured webhook. */
export function isLearned({ captured, found }: Learning): boolean {
  return captured > 0 && found[0]?.reproduced === captured;
}

function isSetAlready(scheme: LearnedScheme, { webhookSignature }: ProviderProfile): boolean {
  const keys = Object.keys(scheme) as (keyof LearnedScheme)[];
  return keys.every((key) => webhookSignature[key] === scheme[key]);
}

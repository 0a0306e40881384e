import type { ProviderProfileValues } from './provider-profile.schema.js';

type StatusList =
  | 'definiteRefusalStatuses'
  | 'contentRefusalStatuses'
  | 'credentialRefusalStatuses'
  | 'payoutBalanceStatuses';

/** Each of these lists describes definite refusals, so a status that is not one of those would have no effect. */
const KINDS_OF_REFUSAL = ['contentRefusalStatuses', 'credentialRefusalStatuses', 'payoutBalanceStatuses'] as const;

/** A status cannot mean both that the content was examined and that it was not. */
const OPPOSITES = [
  ['contentRefusalStatuses', 'credentialRefusalStatuses'],
  ['payoutBalanceStatuses', 'credentialRefusalStatuses'],
] as const;

/** Finds contradictions between the lists of a profile. Each is one sentence that names the keys. */
export function contradictionsIn(profile: Pick<ProviderProfileValues, StatusList>): string[] {
  const lacking = KINDS_OF_REFUSAL.flatMap((key) => {
    const statuses = profile[key].filter((status) => !profile.definiteRefusalStatuses.includes(status));
    if (statuses.length === 0) return [];
    return [
      `${key} holds ${statuses.join(', ')}, which definiteRefusalStatuses lacks: add it there, or remove it here`,
    ];
  });
  const opposed = OPPOSITES.flatMap(([one, other]) => {
    const both = profile[one].filter((status) => profile[other].includes(status));
    return both.length === 0 ? [] : [`${one} and ${other} both hold ${both.join(', ')}: keep it in one of them`];
  });
  return [...lacking, ...opposed];
}

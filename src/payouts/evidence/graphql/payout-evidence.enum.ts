import { describedEnum } from '../../../platform/graphql/described-enum.js';
import type { EvidenceKind } from '../domain/payout-evidence.js';

export const PayoutEvidenceKindEnum = describedEnum<EvidenceKind>({
  name: 'PayoutEvidenceKind',
  description: 'Kind of evidence about an attempt.',
  values: {
    RESPONSE: 'The answer to the call itself.',
    RESPONSE_UNUSABLE: 'An unusable answer that named an id. It decides nothing.',
    CALLBACK_URL: "A read-back that carries the attempt's own callback URL.",
    WEBHOOK_AT_TOKEN: "A webhook at the attempt's own URL, whose read-back matches amount, recipient and time.",
    OPERATOR_BOUND: 'The id that one person named and another confirmed, whose read-back matches.',
    OPERATORS_CLOSED: 'Two people found that the provider does not have it.',
    DUPLICATE: 'Proof that the provider has a second payout for it.',
    BINDING_DISPROVED:
      'Proof that the id it was bound to belongs to another payout. The evidence that bound it no longer counts.',
  },
});

import { describedEnum } from '../../../platform/graphql/described-enum.js';
import type { EvidenceKind } from '../domain/payout-evidence.js';

export const PayoutEvidenceKindEnum = describedEnum<EvidenceKind>({
  name: 'PayoutEvidenceKind',
  description: 'Kind of evidence about an attempt.',
  values: {
    RESPONSE: "The provider's answer to the call itself.",
    RESPONSE_UNUSABLE: "An unusable answer that named a provider's id. It decides nothing.",
    CALLBACK_URL: "A read-back that shows the attempt's own callback URL.",
    WEBHOOK_AT_TOKEN:
      "A webhook at the attempt's own callback URL, followed by a read-back that matches the amount, recipient and time.",
    OPERATOR_BOUND: "One person named the provider's id, another confirmed it, and the read-back matches.",
    OPERATORS_CLOSED: 'Two people found that the provider does not have the payout.',
    DUPLICATE: 'Proof that the provider has a second payout for the attempt.',
    BINDING_DISPROVED:
      "Proof that the provider's id that the attempt was bound to belongs to another payout. The evidence that bound it no longer counts.",
  },
});

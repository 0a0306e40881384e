import { Field, ID, InputType } from '@nestjs/graphql';
import { badUserInput } from '../../../graphql/errors/bad-user-input.js';
import { parseUuidInput } from '../../../graphql/errors/parse-uuid-input.js';
import type { CloseRequest } from '../unconfirmed/unconfirmed-payout.service.js';

// As many webhooks of an attempt as are dealt with again: more are a fault of the sender's.
const MAX_UNREADABLE = 100;

@InputType('CloseUnconfirmedPayoutInput', { description: 'An unconfirmed payout that the payment service lacks.' })
export class CloseUnconfirmedPayoutInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  payoutId: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether it is then sent once more; otherwise it ends here.',
  })
  resend: boolean;

  @Field(() => [ID], {
    nullable: true,
    description:
      'The webhooks about it that could not be read, as EVIDENCE_PENDING tells them, 100 at most: it is closed in spite of ' +
      'them. None when absent.',
  })
  unreadableWebhookIds?: string[] | null;

  @Field(() => String, { description: 'Where you looked: a ticket, an e-mail, a statement.' })
  reference: string;
}

/**
 * @param proposedBy the API key or person who proposes it
 * @throws GraphQLError BAD_USER_INPUT naming the field of the input
 */
export function toCloseRequest(input: CloseUnconfirmedPayoutInput, proposedBy: string): CloseRequest {
  return {
    payoutId: parseUuidInput(input.payoutId, ['input', 'payoutId']),
    resend: input.resend,
    unreadableWebhookIds: toWebhookIds(input.unreadableWebhookIds ?? []),
    reference: input.reference,
    proposedBy,
  };
}

function toWebhookIds(ids: readonly string[]): string[] {
  const field = ['input', 'unreadableWebhookIds'];
  if (ids.length > MAX_UNREADABLE) throw badUserInput(`must have ${MAX_UNREADABLE} ids at most`, field);
  return ids.map((id, at) => parseUuidInput(id, [...field, String(at)]));
}

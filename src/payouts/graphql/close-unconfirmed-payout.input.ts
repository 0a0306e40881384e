import { Field, ID, InputType } from '@nestjs/graphql';
import { parseUuidInput } from '../../graphql/errors/parse-uuid-input.js';
import type { CloseRequest, DecidingKey } from '../unconfirmed-payout.service.js';

@InputType('CloseUnconfirmedPayoutInput', { description: 'An unconfirmed payout that the payment service lacks.' })
export class CloseUnconfirmedPayoutInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  payoutId: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether it is then sent once more; otherwise it ends here.',
  })
  resend: boolean;

  @Field(() => String, { description: 'Where you looked: a ticket, an e-mail, a statement.' })
  reference: string;
}

/**
 * @param actor the API key that decides
 * @throws GraphQLError BAD_USER_INPUT naming the field of the input
 */
export function toCloseRequest(input: CloseUnconfirmedPayoutInput, actor: DecidingKey): CloseRequest {
  return {
    payoutId: parseUuidInput(input.payoutId, ['input', 'payoutId']),
    resend: input.resend,
    reference: input.reference,
    actorId: actor.id,
    mayConfirm: actor.mayConfirm,
  };
}

import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Requires } from '../../../scopes/requires.decorator.js';
import type { Caller } from '../../../graphql/request-context.js';
import { RefusesInput } from '../../../graphql/validation/refuses-input.js';
import { PayoutGateService } from '../payout-gate.service.js';
import { SetPayoutGateService } from '../set-payout-gate.service.js';
import { PayoutGateModel, toPayoutGateModel } from './payout-gate.model.js';
import { SetPayoutGateInput, SetPayoutGatePayload, toSetPayoutGatePayload } from './set-payout-gate.js';

@Resolver(() => PayoutGateModel)
export class PayoutGateResolver {
  constructor(
    readonly gate: PayoutGateService,
    private readonly setting: SetPayoutGateService,
  ) {}

  @Query(() => PayoutGateModel, { description: 'Whether payouts are sent now, and why.' })
  @Requires('payouts:read')
  async payoutGate(): Promise<PayoutGateModel> {
    return toPayoutGateModel(await this.gate.get());
  }

  @Mutation(() => SetPayoutGatePayload, {
    description:
      'Shuts the payout gate at once, or proposes to open it. Another person, who approves payouts, confirms the change ' +
      'request.',
  })
  @Requires('payouts:gate')
  @RefusesInput<SetPayoutGatePayload>(async (_input: SetPayoutGateInput, { gate }: PayoutGateResolver) =>
    toSetPayoutGatePayload({ gate: await gate.get(), changeRequest: null, refusal: null }),
  )
  async setPayoutGate(
    @Args('input', { description: 'How the gate shall be.' }) { isOpen, reason }: SetPayoutGateInput,
    @Context('caller') caller: Caller,
  ): Promise<SetPayoutGatePayload> {
    return toSetPayoutGatePayload(await this.setting.set({ isOpen, reason, actorId: caller.id }));
  }
}

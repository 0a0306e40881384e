import { Args, Context, Int, Mutation, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import type { Caller } from '../../../platform/graphql/request-context.js';
import { RefusesInput } from '../../../platform/graphql/validation/refuses-input.js';
import { LostPaymentsRepository } from '../lost/persistence/lost-payments.repository.js';
import { PayoutGateService } from '../payout-gate.service.js';
import { SetPayoutGateService } from '../set-payout-gate.service.js';
import { PayoutGateModel, toPayoutGateModel } from './payout-gate.model.js';
import { SetPayoutGateInput, SetPayoutGatePayload, toSetPayoutGatePayload } from './set-payout-gate.js';

@Resolver(() => PayoutGateModel)
export class PayoutGateResolver {
  constructor(
    readonly gate: PayoutGateService,
    private readonly setting: SetPayoutGateService,
    private readonly lost: LostPaymentsRepository,
  ) {}

  @Query(() => PayoutGateModel, { description: 'The payout gate: whether payouts are currently sent, and why.' })
  @Requires('payouts:read')
  async payoutGate(): Promise<PayoutGateModel> {
    return toPayoutGateModel(await this.gate.get());
  }

  @ResolveField(() => Int, {
    description:
      "Number of lost payments: payments at the provider that match none of Purser's payouts, which are the open UNKNOWN_PAYOUT discrepancies. The gate cannot be opened until each is bound or closed.",
  })
  async lostPayments(): Promise<number> {
    return this.lost.countOpen();
  }

  @Mutation(() => SetPayoutGatePayload, {
    description:
      'Shuts the payout gate immediately, or proposes to open it. Another person, who may approve payouts, confirms the change request.',
  })
  @Requires('payouts:gate')
  @RefusesInput<SetPayoutGatePayload>(async (_input: SetPayoutGateInput, { gate }: PayoutGateResolver) =>
    toSetPayoutGatePayload({ gate: await gate.get(), changeRequest: null, refusal: null }),
  )
  async setPayoutGate(
    @Args('input', { description: 'The new state of the gate.' }) { isOpen, endsRestore, reason }: SetPayoutGateInput,
    @Context('caller') caller: Caller,
  ): Promise<SetPayoutGatePayload> {
    return toSetPayoutGatePayload(
      await this.setting.set({ isOpen, endsRestore: isOpen && endsRestore, reason, actorId: caller.id }),
    );
  }
}

import { Injectable } from '@nestjs/common';
import { ReadLoader } from '../../graphql/read-loader.js';
import { type PayoutGate, PayoutGateService } from '../controls/payout-gate.service.js';
import { type PayoutWait, type WaitingPayout, waitsOf } from '../core/domain/payout-wait.js';

/** Says what keeps payouts back. The gate is read once for all payouts of one answer, and only for approved ones. */
@Injectable()
export class PayoutWaitsService {
  readonly #gate: ReadLoader<PayoutGate>;

  constructor(gate: PayoutGateService) {
    this.#gate = new ReadLoader(async (keys) => {
      const read = await gate.get();
      return keys.map(() => read);
    });
  }

  async list(payout: WaitingPayout): Promise<PayoutWait[]> {
    return waitsOf(payout, await this.gateFor(payout), Date.now());
  }

  /** Whether the gate keeps it back. */
  async isGateShut(payout: Pick<WaitingPayout, 'status'>): Promise<boolean> {
    const gate = await this.gateFor(payout);
    return gate !== null && !gate.isOpen;
  }

  /** The gate, read once for all that ask in one moment. */
  gate(): Promise<PayoutGate> {
    return this.#gate.load('gate');
  }

  private async gateFor({ status }: Pick<WaitingPayout, 'status'>): Promise<PayoutGate | null> {
    return status === 'APPROVED' ? this.gate() : null;
  }
}

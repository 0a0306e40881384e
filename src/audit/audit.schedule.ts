import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Ticks } from '../scheduling/ticks.js';
import { AuditAnchors } from './audit-anchors.js';
import { AuditSealer } from './audit-sealer.js';

// An entry that is not sealed yet could be changed unseen: seconds, for one small query each.
const SEAL_EVERY_MS = 2_000;

/** The tick that seals the audit log and anchors the end of its chain. */
@Injectable()
export class AuditSchedule implements OnModuleInit {
  constructor(
    private readonly ticks: Ticks,
    private readonly sealer: AuditSealer,
    private readonly anchors: AuditAnchors,
  ) {}

  onModuleInit(): void {
    this.ticks.add({ name: 'audit.seal', everyMs: SEAL_EVERY_MS, runOnce: () => this.sealOnce() });
  }

  private async sealOnce(): Promise<{ more: boolean }> {
    const { head, more } = await this.sealer.sealBatch();
    if (head) await this.anchors.consider(head);
    return { more };
  }
}

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Ticks } from '../scheduling/ticks.js';
import { AuditAnchors } from './audit-anchors.js';
import { AuditDelay } from './audit-delay.js';
import { AuditSealer } from './audit-sealer.js';

// An entry that is not sealed yet could be changed unseen: seconds, for one small query each.
const SEAL_EVERY_MS = 2_000;

// The alarm speaks of minutes.
const LOOK_EVERY_MS = 60_000;

/** The ticks that seal the audit log and anchor the end of its chain, and that see whether this works. */
@Injectable()
export class AuditSchedule implements OnModuleInit {
  constructor(
    private readonly ticks: Ticks,
    private readonly sealer: AuditSealer,
    private readonly anchors: AuditAnchors,
    private readonly delay: AuditDelay,
  ) {}

  onModuleInit(): void {
    this.ticks.add({ name: 'audit.seal', everyMs: SEAL_EVERY_MS, runOnce: () => this.sealOnce() });
    // Apart from sealing, which may be what fails.
    this.ticks.add({ name: 'audit.delay', everyMs: LOOK_EVERY_MS, runOnce: () => this.lookOnce() });
  }

  private async sealOnce(): Promise<{ more: boolean }> {
    const { head, more } = await this.sealer.sealBatch();
    if (head) await this.anchors.consider(head);
    return { more };
  }

  private async lookOnce(): Promise<{ more: boolean }> {
    await this.delay.look();
    return { more: false };
  }
}

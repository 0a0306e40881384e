import { Injectable } from '@nestjs/common';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';
import { AuditAnchors } from './audit-anchors.js';
import { AuditSealer } from './audit-sealer.js';

// Every two seconds, because an unsealed entry can be changed unnoticed, and each run costs only one small query.
const SEAL_EVERY_MS = 2_000;

@Injectable()
export class AuditSchedule {
  constructor(
    private readonly sealer: AuditSealer,
    private readonly anchors: AuditAnchors,
  ) {}

  @RunEvery(SEAL_EVERY_MS, 'audit.seal')
  async seal(): Promise<{ readonly more: boolean }> {
    const { head, more } = await this.sealer.sealBatch();
    if (head) await this.anchors.consider(head);
    return { more };
  }
}

import { randomUUID } from 'node:crypto';
import type { FaultOn, FaultRule, FaultRuleOn } from './fault-rule.schema.js';

/** A fault that waits to hit. `remaining` is null for one that hits until it is removed. */
export interface ArmedFault {
  readonly id: string;
  readonly rule: FaultRule;
  readonly remaining: number | null;
}

/**
 * The faults that are set, oldest first. They are scaffolding of one test run, so they live in memory only: a restarted
 * sandbox is a healthy one. What they did is in the book.
 */
export class FaultShelf {
  private armed: readonly ArmedFault[] = [];

  add(rule: FaultRule): ArmedFault {
    const fault = { id: randomUUID(), rule, remaining: rule.times };
    this.armed = [...this.armed, fault];
    return fault;
  }

  list(): readonly ArmedFault[] {
    return this.armed;
  }

  /** Removes one fault; false when there is none with this id (it may have hit for the last time). */
  remove(id: string): boolean {
    const before = this.armed.length;
    this.armed = this.armed.filter((fault) => fault.id !== id);
    return this.armed.length < before;
  }

  removeAll(): void {
    this.armed = [];
  }

  /** The oldest fault that hits this order here, used up by one; null when none does. */
  take<On extends FaultOn>({ on, externalId }: { on: On; externalId: string }): FaultRuleOn<On> | null {
    for (const fault of this.armed) {
      const { rule } = fault;
      if (!isOn(rule, on)) continue;
      if (rule.match.externalId !== undefined && rule.match.externalId !== externalId) continue;
      this.useUp(fault);
      return rule;
    }
    return null;
  }

  private useUp({ id, remaining }: ArmedFault): void {
    if (remaining === null) return;
    if (remaining === 1) {
      this.remove(id);
      return;
    }
    this.armed = this.armed.map((fault) => (fault.id === id ? { ...fault, remaining: remaining - 1 } : fault));
  }
}

function isOn<On extends FaultOn>(rule: FaultRule, on: On): rule is FaultRuleOn<On> {
  return rule.on === on;
}

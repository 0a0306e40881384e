import { randomUUID } from 'node:crypto';
import { Chaos } from './chaos.js';
import type { ChaosPlan } from './chaos.schema.js';
import type { FaultOn, FaultRule, FaultRuleOn } from './fault-rule.schema.js';

/** A fault that is set. `remaining` is null if it applies until it is removed. */
export interface ArmedFault {
  readonly id: string;
  readonly rule: FaultRule;
  readonly remaining: number | null;
}

/** Facts to compare with the `match` of a rule. */
export type FaultTarget = Readonly<Record<string, unknown>>;

/**
 * The set faults, the oldest first, and the random ones. They belong to one test run and are kept in memory only, so a
 * restarted sandbox has none. The book keeps their effects.
 */
export class FaultShelf {
  private armed: readonly ArmedFault[] = [];
  private chaos: Chaos | null = null;

  add(rule: FaultRule): ArmedFault {
    const fault = { id: randomUUID(), rule, remaining: rule.times };
    this.armed = [...this.armed, fault];
    return fault;
  }

  list(): readonly ArmedFault[] {
    return this.armed;
  }

  /** Removes one fault. Returns false for an unknown id, for example a fault that has just been used up. */
  remove(id: string): boolean {
    const before = this.armed.length;
    this.armed = this.armed.filter((fault) => fault.id !== id);
    return this.armed.length < before;
  }

  removeAll(): void {
    this.armed = [];
  }

  /** Starts random faults with all counters at zero. */
  startChaos(plan: ChaosPlan): void {
    this.chaos = new Chaos(plan);
  }

  endChaos(): void {
    this.chaos = null;
  }

  /**
   * Returns the fault to apply to this target, or null. The oldest set fault comes first and its count goes down;
   * otherwise a random one is drawn.
   */
  take<On extends FaultOn>({ on, target }: { on: On; target: FaultTarget }): FaultRuleOn<On> | null {
    // A random fault is drawn even if a set fault takes precedence, so that setting one does not shift later draws.
    const drawn = this.chaos?.draw(on) ?? null;
    for (const fault of this.armed) {
      const { rule } = fault;
      if (!isOn(rule, on) || !isMatch(rule.match, target)) continue;
      this.useUp(fault);
      return rule;
    }
    return drawn !== null && isOn(drawn, on) ? drawn : null;
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

function isMatch(wanted: FaultRule['match'], target: FaultTarget): boolean {
  return Object.entries(wanted).every(([field, value]) => target[field] === value);
}

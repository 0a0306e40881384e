import 'reflect-metadata';

/** One batch of a duty; tells whether more was due than it took, or nothing when a run is one batch. */
export type Duty = (() => Promise<{ readonly more: boolean }>) | (() => Promise<void>);

export interface DutyPlan {
  /** Of the tick, in log lines and alarms. */
  readonly name: string;
  readonly everyMs: number;
}

const PLAN = Symbol('duty-plan');

/**
 * Has workers run a method of a provider every so often: never twice at the same time in a process, and on while there
 * is more.
 */
export function RunEvery(everyMs: number, name: string) {
  return <Method extends Duty>(_target: object, _method: string, { value }: TypedPropertyDescriptor<Method>): void => {
    if (value) Reflect.defineMetadata(PLAN, { name, everyMs } satisfies DutyPlan, value);
  };
}

/** The settings a method was decorated with; undefined when it is no duty. */
export function dutyPlanOf(method: object): DutyPlan | undefined {
  return Reflect.getMetadata(PLAN, method) as DutyPlan | undefined;
}

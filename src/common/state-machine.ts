/** The meaning of a state for those who wait on it. */
export type StateKind =
  /** Something is still expected, and somebody is scheduled to look for it. */
  | 'open'
  /** Nothing is scheduled, but outside evidence may still move it. */
  | 'resting'
  /** The end in normal operation. */
  | 'final';

export interface StateDescription<State extends string> {
  readonly kind: StateKind;
  /** One sentence for people: used in the schema, the documentation and the diagrams. */
  readonly meaning: string;
  readonly next: readonly State[];
  /** Moves out of a final state that only a correction of the outside world explains; each one raises an alarm. */
  readonly corrections?: readonly State[];
}

/** A state machine as data: every state with what it means and where it may go. */
export type StateMachine<State extends string> = Readonly<Record<State, StateDescription<State>>>;

export type Move = 'step' | 'correction' | 'none' | 'refused';

/** Classifies a move: `none` stays where it is, `refused` is not in the table. */
export function classifyMove<State extends string>(machine: StateMachine<State>, from: State, to: State): Move {
  if (from === to) return 'none';
  if (machine[from].next.includes(to)) return 'step';
  return machine[from].corrections?.includes(to) === true ? 'correction' : 'refused';
}

/** The machine has no such move, or its subject is not where it was read: a defect, and nothing is written. */
export class MoveRefusedError extends Error {
  override readonly name = 'MoveRefusedError';

  /** @param subject the noun and the id: `Payout 5f…` */
  constructor(subject: string, from: string, to: string) {
    super(`${subject} cannot move from ${from} to ${to}`);
  }
}

/** Where a state may go, by corrections too. */
export function movesFrom<State extends string>(machine: StateMachine<State>, from: State): readonly State[] {
  return [...machine[from].next, ...(machine[from].corrections ?? [])];
}

/** The states that can be reached from `start`, itself included. */
export function reachableFrom<State extends string>(machine: StateMachine<State>, start: State): ReadonlySet<State> {
  const reached = new Set<State>([start]);
  for (const state of reached) {
    for (const next of movesFrom(machine, state)) reached.add(next);
  }
  return reached;
}

/** The machine as a Mermaid state diagram; corrections are marked as such. */
export function toMermaid<State extends string>(machine: StateMachine<State>, start: State): string {
  const states = Object.keys(machine) as State[];
  const lines = [`    [*] --> ${start}`];
  for (const state of states) {
    for (const next of machine[state].next) lines.push(`    ${state} --> ${next}`);
    for (const next of machine[state].corrections ?? []) lines.push(`    ${state} --> ${next}: correction`);
    if (machine[state].kind === 'final') lines.push(`    ${state} --> [*]`);
  }
  return ['stateDiagram-v2', ...lines].join('\n');
}

/** A column of states as the database guards it, and where it is. */
export interface GuardedColumn<State extends string> {
  readonly table: string;
  readonly column: string;
  readonly machine: StateMachine<State>;
}

/**
 * The trigger that refuses every move the machine lacks. Its condition is the whole table: no function is called for a
 * move that is in it. It comes after the write, since a trigger before it would lock each row that any UPDATE touches.
 * A migration copies this text: it never calls this function, or a merged migration would change with the code.
 */
export function toGuard<State extends string>({ table, column, machine }: GuardedColumn<State>): string {
  const states = Object.keys(machine) as State[];
  const cases = states.flatMap((state) => {
    const moves = movesFrom(machine, state).map((next) => `'${next}'`);
    return moves.length === 0 ? [] : `    WHEN '${state}' THEN NEW.${column} NOT IN (${moves.join(', ')})`;
  });
  return [
    `CREATE OR REPLACE TRIGGER tr_${table}_${column} AFTER UPDATE OF ${column} ON ${table} FOR EACH ROW`,
    `  WHEN (OLD.${column} IS DISTINCT FROM NEW.${column} AND CASE OLD.${column}`,
    ...cases,
    '    ELSE true END)',
    `  EXECUTE FUNCTION refuse_state_move('${column}')`,
  ].join('\n');
}

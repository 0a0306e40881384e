/** The meaning of a state to a caller who waits for the object. */
export type StateKind =
  /** A change is expected, and something is scheduled to look for it. */
  | 'open'
  /** Nothing is scheduled, but outside evidence may still move it. */
  | 'resting'
  /** The end in normal operation. */
  | 'final';

export interface StateDescription<State extends string> {
  readonly kind: StateKind;
  /** One sentence for people, used in the schema, the documentation and the diagrams. */
  readonly meaning: string;
  readonly next: readonly State[];
  /** Moves out of a final state, caused only by a correction outside Purser. Each raises an alarm. */
  readonly corrections?: readonly State[];
}

/** A state machine as data: the meaning of each state, and its moves. */
export type StateMachine<State extends string> = Readonly<Record<State, StateDescription<State>>>;

export type Move = 'step' | 'correction' | 'none' | 'refused';

/** Classifies a move: `none` stays in the same state, `refused` is not in the table. */
export function classifyMove<State extends string>(machine: StateMachine<State>, from: State, to: State): Move {
  if (from === to) return 'none';
  if (machine[from].next.includes(to)) return 'step';
  return machine[from].corrections?.includes(to) === true ? 'correction' : 'refused';
}

/** A defect: the machine lacks the move, or the object is in another state than was read. Nothing is written. */
export class MoveRefusedError extends Error {
  override readonly name = 'MoveRefusedError';

  /** @param subject noun and id: `Payout 5f…` */
  constructor(subject: string, from: string, to: string) {
    super(`${subject} cannot move from ${from} to ${to}`);
  }
}

/** All moves from a state, including corrections. */
export function movesFrom<State extends string>(machine: StateMachine<State>, from: State): readonly State[] {
  return [...machine[from].next, ...(machine[from].corrections ?? [])];
}

export function reachableFrom<State extends string>(machine: StateMachine<State>, start: State): ReadonlySet<State> {
  const reached = new Set<State>([start]);
  for (const state of reached) {
    for (const next of movesFrom(machine, state)) reached.add(next);
  }
  return reached;
}

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

export interface GuardedColumn<State extends string> {
  readonly table: string;
  readonly column: string;
  readonly machine: StateMachine<State>;
}

/**
 * Renders the trigger that refuses every move the machine lacks. Its WHEN condition is the whole table, so a valid move
 * calls no function. It runs after the write, because a BEFORE trigger would lock every updated row. Migrations copy
 * this text and never call this function, or merged migrations would change with the code.
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

/** What a state means for a caller who waits for the object. */
export type StateKind =
  /** A change is expected, and something is scheduled to detect it. */
  | 'open'
  /** Nothing is scheduled, but evidence from outside may still move the object. */
  | 'resting'
  /** The object does not move again in normal operation. */
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

/** Classifies a move: `none` if the state stays the same, `refused` if the table does not contain the move. */
export function classifyMove<State extends string>(machine: StateMachine<State>, from: State, to: State): Move {
  if (from === to) return 'none';
  if (machine[from].next.includes(to)) return 'step';
  return machine[from].corrections?.includes(to) === true ? 'correction' : 'refused';
}

/**
 * A defect in Purser: the machine lacks the move, or the object is no longer in the state that was read. Nothing was
 * written.
 */
export class MoveRefusedError extends Error {
  override readonly name = 'MoveRefusedError';

  /** @param subject noun and id, such as `Payout 5f…` */
  constructor(subject: string, from: string, to: string) {
    super(`${subject} cannot move from ${from} to ${to}`);
  }
}

/** Returns all states that a state can move to, including by corrections. */
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
 * Renders a trigger that refuses every move that the machine lacks. The WHEN condition contains all moves, so a valid
 * move calls no function. The trigger runs after the write, because a BEFORE trigger would lock every updated row.
 * Migrations contain a copy of the text instead of calling this function, or merged migrations would change with the
 * code.
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

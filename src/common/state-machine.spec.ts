import { classifyMove, reachableFrom, type StateMachine, toGuard, toMermaid } from './state-machine.js';

type Light = 'RED' | 'GREEN' | 'BROKEN' | 'LOST';

const LIGHTS: StateMachine<Light> = {
  RED: { kind: 'open', meaning: 'Stop.', next: ['GREEN'] },
  GREEN: { kind: 'resting', meaning: 'Go.', next: ['RED', 'BROKEN'] },
  BROKEN: { kind: 'final', meaning: 'Beware.', next: [], corrections: ['RED'] },
  LOST: { kind: 'final', meaning: 'Unreachable.', next: [] },
};

describe('state machines', () => {
  it.each<[Light, Light, string]>([
    ['RED', 'GREEN', 'step'],
    ['GREEN', 'GREEN', 'none'],
    ['BROKEN', 'BROKEN', 'none'],
    ['RED', 'BROKEN', 'refused'],
    ['BROKEN', 'RED', 'correction'],
    ['BROKEN', 'GREEN', 'refused'],
    ['LOST', 'RED', 'refused'],
  ])('a move from %s to %s is of the kind %s', (from, to, move) => {
    expect(classifyMove(LIGHTS, from, to)).toBe(move);
  });

  it('the states reachable from a state include those reached by corrections', () => {
    expect([...reachableFrom(LIGHTS, 'BROKEN')].sort()).toEqual(['BROKEN', 'GREEN', 'RED']);
    expect([...reachableFrom(LIGHTS, 'LOST')]).toEqual(['LOST']);
  });

  it('the diagram of a state machine contains every move', () => {
    expect(toMermaid(LIGHTS, 'RED').split('\n')).toEqual([
      'stateDiagram-v2',
      '    [*] --> RED',
      '    RED --> GREEN',
      '    GREEN --> RED',
      '    GREEN --> BROKEN',
      '    BROKEN --> RED: correction',
      '    BROKEN --> [*]',
      '    LOST --> [*]',
    ]);
  });

  it('the trigger of a state machine accepts exactly its moves', () => {
    expect(toGuard({ table: 'lights', column: 'light', machine: LIGHTS }).split('\n')).toEqual([
      'CREATE OR REPLACE TRIGGER tr_lights_light AFTER UPDATE OF light ON lights FOR EACH ROW',
      '  WHEN (OLD.light IS DISTINCT FROM NEW.light AND CASE OLD.light',
      "    WHEN 'RED' THEN NEW.light NOT IN ('GREEN')",
      "    WHEN 'GREEN' THEN NEW.light NOT IN ('RED', 'BROKEN')",
      "    WHEN 'BROKEN' THEN NEW.light NOT IN ('RED')",
      '    ELSE true END)',
      "  EXECUTE FUNCTION refuse_state_move('light')",
    ]);
  });
});

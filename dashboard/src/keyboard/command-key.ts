/** The key that makes another one a command, as it is written on this device's keyboard. */
export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

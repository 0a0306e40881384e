/**
 * Libraries look at NODE_ENV when they are loaded, and some check more and run slower unless it says production;
 * nothing of Purser depends on it. Imported before anything else.
 */
process.env['NODE_ENV'] ??= 'production';

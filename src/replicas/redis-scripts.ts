// The scripts that Redis runs: each is one step.

/** Begins a log, whose settings are KEYS[1] and whose stream is KEYS[2], unless there is one. */
export const BEGIN = `
  if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('DEL', KEYS[2]) end
  redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'began', ARGV[2], 'settings', ARGV[3])
  return redis.call('EXPIRE', KEYS[1], ARGV[4])`;

/**
 * What follows the entry ARGV[1] of the stream KEYS[1]: at most ARGV[2] entries, and none after ARGV[3] bytes, with 1 if there may be
 * more; nil if it has no such entry. One entry at a time, because one may have as many bytes as all others.
 */
export const READ = `
  if #redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1]) == 0 then return nil end
  local entries, bytes, last = {}, 0, ARGV[1]
  while #entries < tonumber(ARGV[2]) and bytes < tonumber(ARGV[3]) do
    local entry = redis.call('XRANGE', KEYS[1], '(' .. last, '+', 'COUNT', 1)[1]
    if not entry then return {entries, 0} end
    table.insert(entries, entry)
    last = entry[1]
    for _, value in ipairs(entry[2]) do bytes = bytes + #value end
  end
  return {entries, 1}`;

/** Makes KEYS[4] the last checkpoint, unless there is a later one, and drops what was before the one before. */
export const SAVE_CHECKPOINT = `
  if redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
  local last, pieces = unpack(redis.call('HMGET', KEYS[1], 'position', 'pieces'))
  if last and #redis.call('XRANGE', KEYS[2], last, '(' .. ARGV[1], 'COUNT', 1) == 0 then return 0 end
  redis.call('HSET', KEYS[1], 'position', ARGV[1], 'pieces', KEYS[4], 'count', ARGV[2])
  if last then redis.call('XTRIM', KEYS[2], 'MINID', last) end
  for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[3]) end
  if pieces then redis.call('EXPIRE', pieces, ARGV[4]) end
  return 1`;

/** Lets the keys, of which KEYS[1] is the last checkpoint, and its pieces expire in ARGV[1] seconds. */
export const KEEP = `
  for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[1]) end
  local pieces = redis.call('HGET', KEYS[1], 'pieces')
  return pieces and redis.call('EXPIRE', pieces, ARGV[1])`;

/** Decides whether a server may execute a command: see `attempt` of `StoreLog`. */
export const ATTEMPT = `
  local key, position, limit, wait, expiry = unpack(ARGV)
  local state = redis.call('HGET', KEYS[1], key) or '0 0'
  if state == 'survived' then return 'execute' end
  if state == 'refused' then return 'refused' end
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local attempts, due = string.match(state, '(%d+) (%d+)')
  if tonumber(due) > now then return 'wait' end
  local function parts(id)
    local ms, number = string.match(id, '(%d+)-(%d+)')
    return tonumber(ms), tonumber(number)
  end
  local ms, number = parts(position)
  for _, at in ipairs(redis.call('HVALS', KEYS[3])) do
    local other, count = parts(at)
    if other > ms or (other == ms and count >= number) then return 'execute' end
  end
  if tonumber(attempts) >= tonumber(limit) then
    redis.call('HSET', KEYS[1], key, 'refused')
    redis.call('SADD', KEYS[2], key)
    redis.call('EXPIRE', KEYS[2], expiry)
    return 'refused'
  end
  redis.call('HSET', KEYS[1], key, string.format('%d %.0f', attempts + 1, now + wait))
  redis.call('EXPIRE', KEYS[1], expiry)
  return 'execute'`;

/** Notes that a server has survived a command. The note may be the first under its key: it expires too. */
export const SURVIVE = `
  if redis.call('HGET', KEYS[1], ARGV[1]) == 'refused' then return 0 end
  redis.call('HSET', KEYS[1], ARGV[1], 'survived')
  return redis.call('EXPIRE', KEYS[1], ARGV[2])`;

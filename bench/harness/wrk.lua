-- The requests of a run, taken in turn. They are given as arguments: method, path and body of each, a body of "-" being none.
-- The first call is wrk's own, to see that it works: nothing is sent for it.
local requests, turn = {}, -1

function init(args)
  for i = 1, #args, 3 do
    local body = args[i + 2] ~= "-" and args[i + 2] or nil
    requests[#requests + 1] = wrk.format(args[i], args[i + 1], nil, body)
  end
end

function request()
  turn = turn + 1
  return requests[math.max(turn - 1, 0) % #requests + 1]
end

-- Durations are in microseconds.
function done(summary)
  local errors = summary.errors
  io.write(string.format('\n{"requests": %d, "duration": %d, "refused": %d, "broken": %d}\n', summary.requests,
    summary.duration, errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end

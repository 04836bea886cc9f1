-- A conversation by Neovim's client for language servers: it prints a line a step.
local ended
local client = vim.lsp.rpc.start(vim.env.NODEWIRE_SERVER, vim.split(vim.env.WORDS, "\n"), {
  notification = function(method) print(method) end,
  on_exit = function(code) ended = code end,
  on_error = function(...) print("error", ...) end,
}, { cwd = vim.env.FOLDER })

local function ask(method, params)
  local done, refusal, result
  client.request(method, params, function(...) done, refusal, result = true, ... end)
  assert(vim.wait(20000, function() return done end, 5), method)
  return result, refusal
end

print(ask("initialize", { processId = vim.fn.getpid(), capabilities = vim.empty_dict(), rootUri = vim.NIL }).serverInfo.name)
client.notify("initialized", vim.empty_dict())
local document = ask("document/open", { path = "graph.json" }).document
print(ask("node/move", { document = document, ids = { "a" }, by = { x = 50, y = 30 } }).revision)
local _, refusal = ask("edge/connect", { document = document, edge = { source = "a", target = "a" } })
print(refusal.code)
print(ask("history/undo", { document = document }).steps)
print(ask("node/update", { document = document, id = "a", set = { label = "Grüße" } }).revision)
print(ask("document/save", { document = document }).path)
ask("shutdown", vim.NIL)
client.notify("exit", vim.NIL)
vim.wait(20000, function() return ended end, 5)
print(ended)

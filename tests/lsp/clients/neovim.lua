-- Debian's Neovim (0.7): opens a file, waits for a diagnostic and asks for the hover. Prints both, or what was missing.
local command = vim.split(vim.env.SHAPECHECK_COMMAND, " ")

local function wait(what, ready)
  if not vim.wait(60000, ready, 50) then
    print("MISSING " .. what)
    vim.cmd("cquit")
  end
end

local id = vim.lsp.start_client({ name = "shapecheck", cmd = command, root_dir = vim.fn.getcwd() })
vim.cmd("edit " .. vim.env.SHAPECHECK_FILE)
vim.lsp.buf_attach_client(0, id)
wait("diagnostic", function() return #vim.diagnostic.get(0) > 0 end)
local first = vim.diagnostic.get(0)[1]
print("DIAGNOSTIC " .. (first.lnum + 1) .. " " .. first.code .. " " .. first.message)

local shown = nil
local params = { textDocument = vim.lsp.util.make_text_document_params(0), position = { line = 3, character = 0 } }
vim.lsp.buf_request(0, "textDocument/hover", params, function(_, result) shown = result or "nothing" end)
wait("hover", function() return shown ~= nil end)
print("HOVER " .. (type(shown) == "table" and shown.contents.value or shown))
vim.cmd("qall!")

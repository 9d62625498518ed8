-- Starts `zet lsp` for YAML files that hold game records.
local function is_record(buffer)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, 200, false)) do
    if line:match('^game%s*:') then
      return true
    end
  end
  return false
end

local client

vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile' }, {
  pattern = { '*.yaml', '*.yml' },
  callback = function(event)
    if not is_record(event.buf) then
      return
    end
    local command = { vim.g.zet_path or 'zet', 'lsp' }
    if vim.lsp.start then
      vim.lsp.start({ name = 'zet', cmd = command }, { bufnr = event.buf })
      return
    end
    client = client or vim.lsp.start_client({ name = 'zet', cmd = command })
    vim.lsp.buf_attach_client(event.buf, client)
  end,
})

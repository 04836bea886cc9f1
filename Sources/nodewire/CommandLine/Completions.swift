import Host

/// Scripts that complete command lines in a shell.
enum Completions {
    /// - Throws: for a shell that is not known.
    static func text(for shell: String) throws(CommandError) -> String {
        switch shell {
        case "bash": bash
        case "zsh": "#compdef nodewire\nautoload -U +X bashcompinit && bashcompinit\n" + bash
        case "fish": fish
        default: throw CommandError("completions are made for bash, zsh or fish, not \(shell)")
        }
    }

    private static func options(of command: Command) -> String {
        command.row.options.flatMap(\.names).joined(separator: " ")
    }

    private static var bash: String {
        var text = """
            _nodewire() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words= files=yes name
                # Bash parts --name=value at the sign.
                if [ "$word" = "=" ]; then word=; elif [ "$before" = "=" ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
                if [ "$COMP_CWORD" = 1 ]; then
                    words="\(Command.allCases.map(\.rawValue).joined(separator: " ")) \(options(of: .serve)) --help --version"
                else
                    case "${COMP_WORDS[1]} $before" in

            """
        for command in Command.allCases {
            for option in command.row.options where option.value != nil {
                let names = option.names.map { "\"\(command.rawValue) \($0)\"" }.joined(separator: "|")
                let files = option.takesFile ? "" : " files="
                text += "            \(names)) words=\"\(option.offered.joined(separator: " "))\"\(files) ;;\n"
            }
        }
        text += "            completions\\ *) words=\"bash zsh fish\" files= ;;\n"
        text += "            help\\ -*) ;;\n"
        text += "            help\\ *) words=\"\(Command.allCases.map(\.rawValue).joined(separator: " "))\" files= ;;\n"
        for command in Command.allCases where !command.row.options.isEmpty {
            text += "            \(command.rawValue)\\ *) words=\"\(options(of: command)) --help\" ;;\n"
        }
        return text + """
                    esac
                fi
                COMPREPLY=($(compgen -W "$words" -- "$word"))
                case "$files$word" in
                    yes-*) ;;
                    yes*) while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$word") ;;
                esac
            }
            complete -o filenames -F _nodewire nodewire

            """
    }

    private static var fish: String {
        let isFirst = "not __fish_seen_subcommand_from \(Command.allCases.map(\.rawValue).joined(separator: " "))"
        var text = ""
        for command in Command.allCases {
            text += "complete -c nodewire -n '\(isFirst)' -a \(command.rawValue) -d \(quoted(command.row.summary))\n"
            for option in command.row.options {
                var line = "complete -c nodewire -n '__fish_seen_subcommand_from \(command.rawValue)'"
                for name in option.names {
                    line += name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst())"
                }
                if option.value != nil { line += option.takesFile ? " -r -F" : " -x" }
                if !option.offered.isEmpty { line += " -a '\(option.offered.joined(separator: " "))'" }
                text += line + " -d \(quoted(option.doc))\n"
            }
        }
        return text
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'") + "'"
    }
}

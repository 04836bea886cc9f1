import Testing
import Values

@Suite struct ValuesExamples {
    @Test func expression() throws {
        let expression = try Expression("max(width, 2 * height)")
        assert(expression.references.count == 2)
    }

    @Test func evaluator() throws {
        var evaluator = Evaluator()
        let operands = Operands([.success(.number(3)), .success(.number(4))])
        let area = try evaluator.evaluate(Expression("width * height"), operands)
        assert(area.plainText == "12")
    }

    @Test func template() {
        let template = Template("{{count}} nodes")
        assert(template.parts.count == 2)
    }

    @Test func readme() throws {
        let price = try Expression("if(count >= 10, 0.9, 1) * count * price")
        var evaluator = Evaluator()
        let names = ["count": 10.0, "price": 2]
        let operands = price.references.map { reference -> Outcome in
            guard case .path(let path) = reference.kind, let number = names[path[0].description] else {
                return .failure(ValueError(.missingVariable))
            }
            return .success(.number(number))
        }
        let total = try evaluator.evaluate(price, Operands(operands))
        assert(total.plainText == "18")

        do {
            _ = try Expression("2 * (3 + ")
        } catch {
            assert(error.position == 9)
        }
    }
}
